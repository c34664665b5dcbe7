// A round sheet while somebody types: what is in, which rule is broken, another row of a list. Words come from the page.
const { tk } = window;
const { one, all } = tk;
const filled = (text, facts) => text.replace(/\{(\w+)\}/g, (whole, name) => facts[name] ?? whole);
const answer = (field) => (field.type === "checkbox" ? (field.checked ? 1 : "") : field.value.trim().replace(",", "."));
const total = (given) => given.reduce((sum, number) => sum + Number(number), 0);
const within = (number, { least, most }) => number >= least && number <= most;

// Whether a rule holds for the answers given so far, of `size` players; as `games.round_sheet` has it.
const HOLDS = {
  sum: (given, size, rule) => given.length < size || within(total(given), rule),
  count: (given, size, rule) => within(given.length, rule),
  all_or_none: (given, size) => !given.length || given.length === size,
  ranking: (given, size) => given.length < size || given.every((place) => place == 1 + given.filter((other) => +other < +place).length),
  different: (given, size, { values }) => {
    const ruled = given.filter((number) => values.split(" ").includes(number));
    return new Set(ruled).size === ruled.length;
  },
};

// Rules about how many have something wait until the last of them was touched: nobody likes to be told off at once.
const check = (sheet) => {
  for (const place of all("[data-rule]", sheet)) {
    const rule = { ...place.dataset, least: +place.dataset.least, most: +place.dataset.most };
    const fields = all(`[data-line] [data-field="${rule.of}"] :is(input, select)`, sheet);
    const given = fields.map(answer).filter((value) => value !== "");
    const waits = ["count", "all_or_none"].includes(rule.rule) && !fields.at(-1).dataset.met;
    place.hidden = waits || HOLDS[rule.rule](given, fields.length, rule);
    place.textContent = place.hidden ? "" : filled(rule.text, { ...rule, sum: total(given) });
  }
};

// "2 of 4 scores are in"; somebody who was away needs none.
const tally = (sheet) => {
  const here = all("[data-line]", sheet).filter((line) => !one('[data-field="away"] select', line)?.value);
  const names = sheet.dataset.needs.split(" ").filter(Boolean);
  const fields = here.flatMap((line) => names.map((name) => one(`[data-field="${name}"] input`, line)));
  const place = one("[data-tally]");
  const said = names.length ? filled(place.dataset.text, { n: fields.filter(answer).length, m: fields.length }) : "";
  if (place.textContent !== said) place.textContent = said;
};

tk.checked = () => all("[data-sheet]").forEach((sheet) => (check(sheet), tally(sheet)));
document.addEventListener("input", ({ target }) => {
  target.dataset.met = 1;
  tk.checked();
});

// One more row: a copy of the last one, empty, with the next number.
tk.grow = (list) => {
  const last = all(".row", list).at(-1);
  const row = last.cloneNode(true);
  for (const item of all("[name], [for]", row)) {
    for (const key of ["name", "id", "for"]) {
      const value = item.getAttribute(key);
      if (value) item.setAttribute(key, value.replace(/\d+(?=_[a-z]+$)/, (number) => +number + 1));
    }
    if ("value" in item) item.value = "";
    item.checked = false;
  }
  last.after(row);
  return row;
};
document.addEventListener("click", (event) => {
  const list = event.target.closest("[data-more]")?.closest("[data-list]");
  if (!list) return;
  event.preventDefault();
  one("select", tk.grow(list)).focus();
});
