// The page of a table: number keys, a draft that survives a reload, and reports that go out once, when they can.
const { one, all, on, store } = tk;

// Number keys. Fields stay what they are; with the keys, the phone's own keyboard stays away.
const NUMBER = "[data-draft] [data-number]";
let active;
const put = (value) => {
  active.value = value;
  active.dispatchEvent(new Event("input", { bubbles: true }));
};
const step = (by) => {
  const fields = all(NUMBER);
  const to = fields[fields.indexOf(active) + by];
  if (to) to.focus();
  else if (by > 0) one("[data-look]").click();
};
const KEYS = {
  delete: () => put(active.value.slice(0, -1)),
  clear: () => put(""),
  sign: () => put(active.value[0] === "-" ? active.value.slice(1) : `-${active.value}`),
  next: () => step(1),
  back: () => step(-1),
};
const activate = (field) => {
  active = field;
  const keys = one("[data-keys]");
  keys.hidden = !field;
  keys.classList.toggle("last", field === all(NUMBER).at(-1));
  one("[data-look]").hidden = field;
  for (const item of all("[data-line], [data-number]")) item.classList.toggle("now", item.contains(field));
};
const touches = matchMedia("(any-pointer: coarse)").matches;
on("focusin", ({ target }) => {
  // Nothing moves under a finger on its way to a button.
  if (!touches || !one("[data-keys]") || target.closest(".bottom, a, button, summary")) return;
  activate(target.matches(NUMBER) ? target : null);
});
on("pointerdown", (event) => event.target.closest("[data-key]") && event.preventDefault());
on("click", ({ target }) => {
  const key = target.closest("[data-key]")?.dataset.key;
  if (key && active) KEYS[key] ? KEYS[key]() : put(active.value + key);
});
const setUp = () => {
  active = null;
  const fields = touches ? all(NUMBER) : [];
  for (const field of fields) field.inputMode = "none";
  const field = fields.find(({ value }) => !value);
  if (field?.closest(".one")) activate(field);
};

// What is kept of a table and a game at it: the draft and what is unsent, each in words too.
const kept = (table) => JSON.parse(store.get(`tk-table:${table}`) ?? "{}");
const keep = (table, change) => store.set(`tk-table:${table}`, JSON.stringify({ ...kept(table), ...change }));
const TOKEN = "csrfmiddlewaretoken";
const words = ({ checked, selectedOptions, value }) => (checked ? "✓" : value && (selectedOptions?.[0].text ?? value));
const inWords = (form) => {
  const answers = (line) => all("input:not([type=checkbox]), :checked:not(option), select", line).map(words).filter(Boolean);
  return all("[data-line]", form).map((line) => `${one("bdi", line).textContent}: ${answers(line).join(", ")}`).join("\n");
};
on("input", ({ target }) => {
  const { form } = target;
  const { table, draft: id } = form?.dataset ?? {};
  if (!id) return;
  keep(table, { draft: { id, entries: [...new FormData(form)], text: inWords(form) } });
  one("[data-kept]").hidden = false;
});

// A draft comes back as the server draws it, with all the rows of its lists.
const restore = (form) => {
  const { table, draft: id } = form.dataset;
  const { draft } = kept(table);
  if (draft?.id === id) send(table, { address: form.action, entries: draft.entries, does: "change" });
};

// Sending. A report has its key, so a second try has no second effect; the page is then as the server answers.
let token;
const learn = (page) => (token = one(`[name=${TOKEN}]`, page)?.value ?? token);
const post = async (table, { address, entries, does }) => {
  learn();
  const body = new URLSearchParams(entries);
  body.set("do", does);
  body.set(TOKEN, token);
  const answer = await fetch(address, { method: "POST", body, signal: AbortSignal.timeout(8000) });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  learn(page);
  // An error, or the page of a network that wants a log-in first: the report waits.
  if (!/200|422/.test(answer.status) || !answer.headers.has("X-Now")) throw answer;
  one("main").replaceWith(one("main", page));
  if (!answer.redirected) return;
  history.replaceState(null, "", answer.url);
  keep(table, { draft: null });
};
let busy;
const send = async (table, said = kept(table).unsent) => {
  if (!said && one(".waiting")) location.reload(); // another tab has sent it
  if (!said || busy) return;
  busy = true;
  try {
    await post(table, said);
    keep(table, { unsent: null });
    tk.offline(false);
    ready();
    if (!active) one("main h2").focus();
  } catch {
    tk.offline(true);
    if (said.does === "look") said.does = "send";
    if (said.does !== "change") wait(table, said);
  }
  busy = false;
};
const wait = (table, said) => {
  keep(table, { unsent: said });
  if (one(".waiting")) return;
  const result = one("ol.result");
  const page = one("#unsent");
  one("main").replaceChildren(page.content.cloneNode(true), page);
  one(".waiting").dataset.does = said.does;
  one("[data-text]").textContent = said.text;
  if (result) one("[data-text]").replaceWith(result);
  one("[data-try]").onclick = sendAll;
};
on("submit", (event) => {
  const { target: form, submitter } = event;
  const { table } = form.dataset;
  if (!table) return;
  event.preventDefault();
  send(table, { address: form.action, entries: [...new FormData(form)], does: submitter.value, text: inWords(form) || form.note?.value });
});

// After the close nothing is sent: what was typed here is shown, for the desk.
const closed = (place) => {
  const { unsent, draft } = kept(place.dataset.typed);
  const text = unsent?.text || draft?.text;
  place.hidden = !text;
  one("[data-text]", place).textContent = text;
};

const tables = new Set();
const sendAll = () => tables.forEach((table) => send(table));
const ready = () => {
  for (const { dataset } of all("[data-table]")) tables.add(dataset.table);
  tk.checked();
  setUp();
  all("[data-typed]").forEach(closed);
};
ready();
sendAll();
all("[data-draft]").forEach(restore);
tk.onSwap(({ id }) => id === "body" && ready());
addEventListener("online", sendAll);
setInterval(sendAll, 10000);
