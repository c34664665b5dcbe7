// A round sheet while somebody types: what is in, which rule is broken, another row of a list. Words come from the page.
const { one, all } = tk;
const filled = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
const answer = (field) => (field.type === "checkbox" ? (field.checked ? 1 : "") : field.value.trim().replace(",", "."));

// Whether a rule holds for the answers given so far, of `size` players; as `games.round_sheet` has it.
const HOLDS = {
  sum: (given, size, { sum, least, most }) => given.length < size || (sum >= least && sum <= most),
  count: (given, size, { least, most }) => given.length >= least && given.length <= most,
  all_or_none: (given, size) => !given.length || given.length === size,
  ranking: (given, size) => given.length < size || given.every((place) => place == 1 + given.filter((other) => +other < place).length),
  different: (given, size, { values }) => given.every((n, at) => !values.includes(n) || given.indexOf(n) === at),
};

// Rules about how many have something wait until the last field was touched: nobody likes to be told off at once.
const check = () => {
  for (const place of all("[data-rule]")) {
    const { rule, of, text, ...facts } = place.dataset;
    const fields = all(`[data-line] [data-field="${of}"] :is(input, select)`);
    const given = fields.map(answer).filter((value) => value !== "");
    facts.sum = given.reduce((sum, number) => sum + +number, 0);
    const waits = /count|none/.test(rule) && !fields.at(-1).dataset.met;
    place.hidden = waits || HOLDS[rule](given, fields.length, facts);
    place.textContent = place.hidden ? "" : filled(text, facts);
  }
};

// "2 of 4 scores are in"; somebody who was away needs none.
const tally = () => {
  const place = one("[data-tally]");
  const here = all("[data-line]").filter((line) => !one('[data-field="away"] select', line)?.value);
  const fields = here.flatMap((line) => all("[data-needed]", line));
  const said = fields.length ? filled(place.dataset.text, { n: fields.filter(answer).length, m: fields.length }) : "";
  if (place && place.textContent !== said) place.textContent = said;
};

tk.checked = ({ target } = {}) => {
  if (target) target.dataset.met = 1;
  check();
  tally();
};
tk.on("input", tk.checked);

// One more row: a copy of the last one, empty, with the next number.
tk.grow = (list) => {
  const last = all(".row", list).at(-1);
  const row = last.cloneNode(true);
  for (const item of all("*", row)) {
    for (const key of ["name", "id", "htmlFor"]) {
      if (item[key]) item[key] = item[key].replace(/\d+(?=_[a-z]+$)/, (number) => +number + 1);
    }
    if (item.name) [item.value, item.checked] = ["", false];
  }
  last.after(row);
  return row;
};
tk.on("click", (event) => {
  if (event.target.dataset.more == null) return;
  event.preventDefault();
  one("select", tk.grow(event.target.parentElement)).focus();
});
