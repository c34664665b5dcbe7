// The slip grid: number, Enter, scores, Enter. Texts come from #slips; rows are sent as cards are (desk.js).
"use strict";

(() => {
  const tk = window.tk;
  const $ = (id) => document.getElementById(id);
  const words = () => $("slips").dataset;
  const rowOf = (element) => element.closest?.(".tk-slip.is-open");
  const fieldsOf = (row) => [...row.querySelectorAll("label input")];
  const awayOf = (field) => field.closest("li").querySelector("[name^=away_]");

  const mark = (row) => {
    document.querySelectorAll(".tk-slip.is-now").forEach((other) => other.classList.toggle("is-now", other === row));
    row?.classList.add("is-now");
  };
  const toNumber = () => {
    const number = $("slip-table");
    mark(null);
    if (!number) return;
    number.value = "";
    number.focus();
  };

  const open = (typed) => {
    const wanted = typed.trim();
    const rows = [...document.querySelectorAll(".tk-slip")];
    const found = rows.filter((row) => row.dataset.called === wanted || row.dataset.number === wanted);
    const row = found.find((one) => one.classList.contains("is-open"));
    if (row) {
      fieldsOf(row)[0].focus();
      row.scrollIntoView({ block: "nearest" });
    } else if (wanted) {
      tk.say((found.length ? words().reported : words().unknown).replace("{n}", wanted), { wrong: true });
      found[0]?.scrollIntoView({ block: "nearest" });
      $("slip-table").select();
    }
  };

  // Who never came, and who left: a letter in place of a score

  const setAway = (field, value) => {
    awayOf(field).value = value;
    field.closest("li").querySelector("em").textContent = value ? words()[value] : "";
    if (value === "absent") field.value = "";
    if (value) field.dataset.typed = "1";
    else delete field.dataset.typed;
    count(rowOf(field));
  };
  const count = (row) => {
    const fields = fieldsOf(row);
    const done = fields.filter((field) => field.value.trim() || awayOf(field).value).length;
    const state = row.querySelector(".tk-slip-state");
    state.textContent = words().areIn.replace("{n}", done).replace("{m}", fields.length);
    row.classList.add("is-typed");
  };
  const restore = (row) => {
    row.querySelector("form").reset();
    fieldsOf(row).forEach((field) => { delete field.dataset.typed; });
    row.querySelectorAll("[name^=away_]").forEach((away) => { away.value = away.defaultValue; });
    row.querySelectorAll("em").forEach((word) => { word.textContent = awayWord(word); });
    tk.clearFaults(row.querySelector("form"));
    const state = row.querySelector(".tk-slip-state");
    if (row.saved) state.innerHTML = row.saved;
    row.classList.remove("is-typed", "is-refused");
  };
  const awayWord = (word) => words()[word.closest("li").querySelector("[name^=away_]").value] || "";

  const send = async (row) => {
    const form = row.querySelector("form");
    const news = await tk.send(form, null);
    if (news && !Object.keys(news.faults).length) {
      toNumber();
    } else if (row.isConnected) {
      row.classList.add("is-refused");
      row.querySelector(".tk-slip-state").textContent = words().notSaved;
    }
  };

  document.addEventListener("submit", (event) => {
    if (event.target.id !== "slip-find") return;
    event.preventDefault();
    open($("slip-table").value);
  });
  document.addEventListener("focusin", ({ target }) => {
    const row = rowOf(target);
    if (!row) return;
    row.saved ??= row.querySelector(".tk-slip-state").innerHTML;
    mark(row);
  });
  document.addEventListener("input", ({ target }) => {
    const row = rowOf(target);
    if (!row) return;
    if (target.value && awayOf(target).value === "absent") setAway(target, "");
    count(row);
  });
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (key === "?" && $("slips")) {
      event.preventDefault();
      $("slip-keys").open = !$("slip-keys").open;
      return;
    }
    const row = rowOf(target);
    if (!row || !target.matches("label input") || event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = key.toLowerCase();
    const away = { [words().absentKey]: "absent", [words().leftKey]: "left" }[letter];
    if (key === "Enter") {
      event.preventDefault();
      const fields = fieldsOf(row), next = fields[fields.indexOf(target) + 1];
      if (next) next.focus();
      else send(row);
    } else if (key === "Escape") {
      restore(row);
      toNumber();
    } else if (away) {
      event.preventDefault();
      setAway(target, awayOf(target).value === away ? "" : away);
    } else if (key === "Backspace" && !target.value) {
      setAway(target, "");
    }
  });
  $("slip-table")?.focus();
})();
