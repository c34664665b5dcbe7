// The form of a tournament's settings: shows the tables that they make, and only the chosen game's options. Wherever
// there are tie-breaks, they can be put in order. The forms work without it: see league/admin/desk/tournament/shape.py.
"use strict";

(() => {
  const set = document.querySelector("[data-set]");

  // Tie-breaks in order

  const chain = document.querySelector("[data-chain]");
  const says = (template, select) => template.replace("{name}", select.selectedOptions[0].textContent);
  const button = (text, act) => {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: text });
    made.className = "tk-button is-small";
    made.onclick = act;
    return made;
  };
  const addButtons = (link) => {
    const select = link.querySelector("select");
    const up = button("↑", () => {
      link.previousElementSibling.before(link);
      show();
      (up.hidden ? select : up).focus();
    });
    const remove = button("×", () => {
      select.value = "";
      chain.append(link);
      show();
      chain.querySelector("select").focus();
    });
    link.up = up;
    link.remove_ = remove;
    select.after(up, remove);
  };
  const addEmpty = () => {
    const last = chain.lastElementChild, link = last.cloneNode(true);
    link.two = last.two?.cloneNode(true);
    link.querySelectorAll("button").forEach((old) => old.remove());
    link.querySelector("select").value = "";
    addButtons(link);
    chain.append(link);
  };
  const show = () => {
    const forTwo = !set || set.classList.contains("is-for-two");
    if (chain.lastElementChild.querySelector("select").value) addEmpty();
    [...chain.children].forEach((link, at, all) => {
      const select = link.querySelector("select"), isEmpty = !select.value;
      link.querySelector("p").textContent = isEmpty ? "" : select.selectedOptions[0].dataset.means;
      link.hidden = isEmpty && at > 0 && !all[at - 1].querySelector("select").value;
      link.up.hidden = isEmpty || at === 0;
      link.remove_.hidden = isEmpty;
      link.up.setAttribute("aria-label", isEmpty ? "" : says(chain.dataset.up, select));
      link.remove_.setAttribute("aria-label", isEmpty ? "" : says(chain.dataset.remove, select));
      link.two ??= select.querySelector("optgroup");
      if (!link.two) return;
      if (forTwo || link.two.contains(select.selectedOptions[0])) select.append(link.two);
      else link.two.remove();
      link.two.hidden = false;
    });
  };
  if (chain) {
    [...chain.children].forEach(addButtons);
    chain.addEventListener("change", show);
    show();
  }

  if (!set) return;
  const form = set.closest("form");
  form.querySelectorAll("[data-no-script]").forEach((button) => { button.hidden = true; });

  // Only the options of the chosen game

  const game = form.elements.game;
  const showGame = () => set.querySelectorAll("[data-game]").forEach((part) => {
    part.hidden = part.dataset.game !== game.value;
  });
  showGame();

  // The tables, and the name, as long as it is the one that was filled in

  const shape = set.querySelector("[data-shape]");
  let asked = 0, waits = null, suggested = shape.firstElementChild.dataset.name;
  const ask = async () => {
    const now = ++asked;
    const response = await fetch(set.dataset.set, { method: "POST", body: new FormData(form) }).catch(() => null);
    if (now !== asked || !response?.ok || response.redirected) return;
    const focused = shape.contains(document.activeElement) ? document.activeElement.name : null;
    shape.innerHTML = await response.text();
    const named = shape.firstElementChild.dataset.name, name = form.elements.name;
    if (named && name.value === suggested) name.value = named;
    suggested = named;
    if (focused) shape.querySelector(`[name="${focused}"]`)?.focus();
    set.classList.toggle("is-for-two", shape.firstElementChild.dataset.forTwo === "yes");
    if (chain) show();
  };
  form.addEventListener("input", () => {
    showGame();
    clearTimeout(waits);
    waits = setTimeout(ask, 150);
  });
})();
