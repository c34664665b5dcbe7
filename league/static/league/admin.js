// What the theme's pages need besides the theme: it runs before the theme's own script.
"use strict";

// The theme asks its scroll bars, which these pages do not load.
window.SimpleBar = { instances: new Map() };

(() => {
  const icons = (root) => {
    for (const icon of root.querySelectorAll(".material-symbols-outlined")) icon.setAttribute("aria-hidden", "true");
  };

  // A menu is closed by Escape and by a click elsewhere, and the focus goes back to what opened it.
  const close = (menu) => {
    if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    menu.open = false;
  };
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of document.querySelectorAll("details.tk-menu[open]")) close(menu);
  });
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details.tk-menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });

  // A form that leads back to its page leads back to its button, or to what is there in its place.
  const KEY = "tk:pressed";
  const said = (button) => [button.name, button.value, button.form?.getAttribute("action"), button.textContent.trim()].join("\n");
  document.addEventListener("submit", ({ submitter, defaultPrevented }) => {
    if (!submitter || defaultPrevented || submitter.form.matches("[data-send]")) return;
    const near = submitter.closest("li[id], tr[id], article[id], section[id], fieldset[id]");
    const kept = { path: location.pathname, said: said(submitter), near: near ? near.id : "" };
    try { sessionStorage.setItem(KEY, JSON.stringify(kept)); } catch { /* no storage: the page begins at its top */ }
  });
  const pressed = () => {
    let kept = null;
    try { kept = JSON.parse(sessionStorage.getItem(KEY)); sessionStorage.removeItem(KEY); } catch { /* no storage */ }
    if (kept?.path !== location.pathname) return null;
    const buttons = document.querySelectorAll("button:not([type=button]), input[type=submit]");
    const near = document.getElementById(kept.near);
    return [...buttons].find((button) => said(button) === kept.said)
      || near?.querySelector("button, a, summary, input:not([type=hidden])")
      || document.querySelector("main");
  };

  document.addEventListener("DOMContentLoaded", () => {
    icons(document);
    // A refused form is read from its first fault on.
    const target = document.querySelector("[aria-invalid='true']") || pressed();
    if (target && !document.querySelector("[autofocus]")) target.focus();
  });
})();
