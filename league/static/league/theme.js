// Before the page is drawn: marks that there is script, and takes the theme that was chosen in the admin.
"use strict";
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const stored = () => {
    try { return JSON.parse(localStorage.getItem("adminTheme") || '"auto"'); } catch { return "auto"; }
  };
  let chosen = stored();
  const show = () => root.classList.toggle("dark", chosen === "dark" || (chosen !== "light" && dark.matches));
  root.classList.add("js");
  dark.addEventListener("change", show);
  addEventListener("theme", (event) => { chosen = event.detail; show(); });
  show();
})();
