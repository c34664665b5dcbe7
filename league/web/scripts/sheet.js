// A round sheet while somebody types: what is in, which rule is broken, another row of a list. Words come from the page.
const { tk } = window;
const SHEET = "[data-sheet]";
const filled = (text, facts) => text.replace(/\{(\w+)\}/g, (whole, name) => facts[name] ?? whole);
const cells = (sheet, name) => tk.all(`[data-line] [data-field="${name}"]`, sheet).map((cell) => tk.one("input, select", cell));
const answer = (field) => (field.type === "checkbox" ? (field.checked ? "1" : "") : field.value.trim());
const number = (text) => Number(text.replace("−", "-").replace(",", "."));

// Whether a rule holds for the answers given so far; as `games.round_sheet` has it.
const HOLDS = {
  sum: (rule, given, all) => given.length < all || (total(given) >= rule.least && total(given) <= rule.most),
  count: (rule, given) => given.length >= rule.least && given.length <= rule.most,
  different: (rule, given) => {
    const ruled = given.filter((one) => ` ${rule.values} `.includes(` ${one} `));
    return new Set(ruled).size === ruled.length;
  },
  ranking: (rule, given, all) =>
    given.length < all || given.every((place) => number(place) === 1 + given.filter((o) => number(o) < number(place)).length),
  all_or_none: (rule, given, all) => given.length === 0 || given.length === all,
};
const total = (given) => given.reduce((sum, one) => sum + number(one), 0);

// A rule is not held against somebody who has just begun: those about everybody wait for the last line.
const WAITS = ["count", "all_or_none"];
const check = (sheet) => {
  for (const rule of tk.all("[data-rule]", sheet)) {
    const fields = cells(sheet, rule.dataset.of);
    const given = fields.map(answer).filter((one) => one !== "");
    const { rule: kind, text, least, most, values } = rule.dataset;
    const late = fields.at(-1)?.dataset.met !== undefined;
    const holds = HOLDS[kind]({ least: Number(least), most: Number(most), values }, given, fields.length);
    const broken = !holds && (late || !WAITS.includes(kind));
    rule.hidden = !broken;
    const said = broken ? filled(text, { least, most, sum: total(given) }) : "";
    if (rule.textContent !== said) rule.textContent = said;
  }
};

// "2 of 4 scores are in"; somebody who was away needs none.
const tally = (sheet) => {
  const place = tk.one("[data-tally]");
  const needs = sheet.dataset.needs.split(" ").filter(Boolean);
  if (!place || !needs.length) return;
  const here = tk.all("[data-line]", sheet).filter((line) => !tk.one('[data-field="away"] select', line)?.value);
  const fields = here.flatMap((line) => needs.map((name) => tk.one(`[data-field="${name}"] input`, line)));
  const said = filled(place.dataset.text, { n: fields.filter((field) => field.value.trim()).length, m: fields.length });
  if (place.textContent !== said) place.textContent = said;
};

// One more row: a copy of the last one, empty, with the next number.
const grow = (button) => {
  const last = tk.all(".row", button.parentElement).at(-1);
  const row = last.cloneNode(true);
  const next = (text) => text.replace(/_(\d+)_(?=[a-z]+$)/, (whole, at) => `_${Number(at) + 1}_`);
  tk.all(".errorlist", row).forEach((list) => list.remove());
  for (const element of tk.all("[name], [id], [for]", row)) {
    for (const name of ["name", "id", "for"]) {
      if (element.hasAttribute(name)) element.setAttribute(name, next(element.getAttribute(name)));
    }
    if (element.type === "checkbox") element.checked = false;
    else if ("value" in element) element.value = "";
    element.removeAttribute("aria-invalid");
  }
  last.after(row);
  return row;
};
tk.grow = grow;

tk.checked = () => tk.all(SHEET).forEach((sheet) => (check(sheet), tally(sheet)));
document.addEventListener("input", (event) => {
  if (!event.target.closest(SHEET)) return;
  event.target.dataset.met = "";
  tk.checked();
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-more]");
  if (!button) return;
  event.preventDefault();
  tk.one("select, input", grow(button)).focus();
});
tk.checked();
tk.onSwap(tk.checked);
