// The page of a table: number keys, a draft that survives a reload, and reports that go out once, when they can.
const { tk } = window;
const { one, all, store } = tk;
const on = (name, then) => document.addEventListener(name, then);

// Number keys. Fields stay what they are; with the keys, the phone's own keyboard stays away.
let active = null;
const numbers = () => all("[data-draft] [data-number]");
const put = (value) => {
  active.value = value.slice(0, 20);
  active.dispatchEvent(new Event("input", { bubbles: true }));
};
const step = (field, by) => {
  const to = numbers()[numbers().indexOf(field) + by];
  if (to) to.focus();
  else if (by > 0) field.form.requestSubmit(one("[data-look]"));
};
const KEYS = {
  delete: () => put(active.value.slice(0, -1)),
  clear: () => put(""),
  sign: () => put(active.value.startsWith("-") ? active.value.slice(1) : `-${active.value}`),
  point: () => active.value.includes(".") || put(`${active.value}.`),
  next: () => step(active, 1),
  back: () => step(active, -1),
};
const activate = (field) => {
  active = field;
  one("[data-keys]").hidden = !field;
  one("[data-look]").hidden = Boolean(field);
  for (const item of all("[data-line], [data-number]")) item.classList.toggle("now", item.contains(field));
  if (!field) return;
  const { dataset, firstChild } = one("[data-key=next]");
  dataset.usual ??= firstChild.data;
  firstChild.data = field === numbers().at(-1) ? dataset.last : dataset.usual;
};
const touches = matchMedia("(any-pointer: coarse)").matches;
const isNumber = (field) => field.matches("[data-draft] [data-number]");
on("focusin", ({ target }) => touches && one("[data-keys]") && !target.closest(".bottom") && activate(isNumber(target) ? target : null));
on("pointerdown", (event) => event.target.closest("[data-key]") && event.preventDefault());
on("click", ({ target }) => {
  const key = target.closest("[data-key]")?.dataset.key;
  if (key && active) (KEYS[key] ?? (() => put(active.value + key)))();
});
on("keydown", (event) => {
  if (event.key !== "Enter" || !isNumber(event.target)) return;
  event.preventDefault();
  step(event.target, 1);
});
const setUp = () => {
  active = null;
  if (!touches) return;
  for (const field of numbers()) field.inputMode = "none";
  const field = one('[data-number][aria-invalid="true"]') ?? numbers().find(({ value }) => !value);
  if (field?.closest(".one")) activate(field);
};

// What is kept of a table and a game at it: the draft and what is unsent, each with its lines in words.
const kept = (table) => JSON.parse(store.get(`tk-table:${table}`) ?? "{}");
const keep = (table, change) => store.set(`tk-table:${table}`, JSON.stringify({ ...kept(table), ...change }));
const TOKEN = "csrfmiddlewaretoken";
const entriesOf = (form) => [...new FormData(form)].filter(([name]) => name !== TOKEN);
const words = (field) => (field.checked ? "✓" : field.type === "checkbox" ? "" : field.selectedOptions?.[0].text ?? field.value);
const linesOf = (form) =>
  all("[data-line]", form).map((line) => [
    one("bdi", line).textContent,
    all("input, select", line).filter(({ value }) => value).map(words).filter(Boolean).join(", "),
  ]);
const saved = (form) => ({ id: form.dataset.draft, entries: entriesOf(form), lines: linesOf(form) });
on("input", ({ target }) => {
  const form = target.closest("[data-draft]");
  if (!form) return;
  keep(form.dataset.table, { draft: saved(form) });
  one("[data-kept]").hidden = false;
});
const restore = () => {
  const form = one("[data-draft]");
  const draft = form && kept(form.dataset.table).draft;
  if (draft?.id !== form?.dataset.draft || !draft || one(".errorlist", form)) return;
  for (const [name, value] of draft.entries) {
    const list = all("[data-list]", form).find(({ dataset }) => name.startsWith(`${dataset.list}_`));
    for (let rows = 0; list && !form.elements[name] && rows < 40; rows++) tk.grow(list);
    const field = form.elements[name];
    if (field?.type === "checkbox") field.checked = true;
    else if (field) field.value = value;
  }
  one("[data-kept]").hidden = false;
};

// Sending. A report has its key, so a second try has no second effect; the page is then as the server answers.
let token;
const post = async ({ address, entries, does }) => {
  token = one(`[name=${TOKEN}]`)?.value ?? token;
  const body = new URLSearchParams([...entries, ["do", does], [TOKEN, token]]);
  const answer = await fetch(address, { method: "POST", body, signal: AbortSignal.timeout(8000) });
  if (answer.status >= 500) throw answer;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  one("main").replaceWith(document.adoptNode(one("main", page)));
  if (answer.redirected) history.replaceState(null, "", answer.url);
  return answer.redirected;
};
let busy = false;
const send = async (table, said = kept(table).unsent) => {
  if (!said || busy) return;
  busy = true;
  try {
    const done = await post(said);
    keep(table, { unsent: null, ...(done ? { draft: null } : {}) });
    tk.offline(false);
    ready();
    if (!active) one("main h2").focus();
  } catch {
    tk.offline(true);
    if (said.does !== "change") wait(table, { ...said, does: said.does === "look" ? "send" : said.does });
  }
  busy = false;
};
const listOf = (lines) => {
  const list = document.createElement("dl");
  list.className = "card typed";
  for (const text of lines.flat()) list.appendChild(document.createElement(list.children.length % 2 ? "dd" : "dt")).textContent = text;
  return list;
};
const wait = (table, said) => {
  keep(table, { unsent: said });
  if (one(".waiting")) return;
  const main = one("main");
  const shown = one("ol.result", main) ?? listOf(said.lines);
  main.replaceChildren(one("#unsent").content.cloneNode(true), one("#unsent"));
  one("[data-what]").append(shown);
  one("[data-try]").onclick = () => send(table);
};
on("submit", (event) => {
  const { target: form, submitter } = event;
  const { table, draft } = form.dataset;
  if (!table) return;
  event.preventDefault();
  const lines = draft ? linesOf(form) : kept(table).draft?.lines ?? [];
  send(table, { address: form.action, entries: entriesOf(form), does: submitter.value, lines });
});

// After the close nothing is sent: what was typed here is shown, for the desk.
const closed = () => {
  const place = one("[data-typed]");
  const { unsent, draft } = place ? kept(place.dataset.typed) : {};
  const lines = (unsent ?? draft)?.lines;
  if (!lines?.length || !place.hidden) return;
  one("[data-lines]", place).replaceWith(listOf(lines));
  place.hidden = false;
};

const tables = new Set();
const ready = () => {
  all("[data-table]").forEach(({ dataset }) => tables.add(dataset.table));
  restore();
  tk.checked();
  setUp();
  closed();
};
const sendAll = () => tables.forEach((table) => send(table));
ready();
sendAll();
tk.onSwap(({ id }) => id === "body" && ready());
addEventListener("online", sendAll);
setInterval(sendAll, 10000);
