// The page of a table: number keys, the draft that survives a reload, and a report that goes out once, when it can.
const { tk } = window;
const WAIT = 8000;
const AGAIN = 10000;

// Number keys. Fields stay what they are; with the keys shown, the phone's own keyboard stays away.
const pad = () => tk.one("[data-keys]");
const numbers = () => tk.all(".report [data-number]");
let active = null;
const shows = () => pad() && numbers().length && matchMedia("(any-pointer: coarse)").matches;
const isLast = () => numbers().at(-1) === active;

const activate = (field) => {
  active = field;
  const keys = pad();
  if (!keys) return;
  keys.hidden = !field;
  tk.one("[data-look]").hidden = Boolean(field);
  for (const line of tk.all("[data-line]")) line.classList.toggle("now", line.contains(field));
  if (!field) return;
  const next = tk.one('[data-key="next"]', keys);
  next.dataset.usual ??= next.textContent;
  next.textContent = isLast() ? next.dataset.last : next.dataset.usual;
  field.closest("[data-line]").scrollIntoView({ block: "nearest" });
};

const setUp = () => {
  active = null;
  if (!shows()) return;
  for (const field of numbers()) field.inputMode = "none";
  const refused = tk.one('.report [aria-invalid="true"]');
  const first = refused ?? numbers().find((field) => !field.value);
  if (first?.dataset.number) first.focus({ preventScroll: true });
};

const put = (field, value) => {
  field.value = value.slice(0, 20);
  field.dispatchEvent(new Event("input", { bubbles: true }));
};
const KEYS = {
  delete: (field) => put(field, field.value.slice(0, -1)),
  clear: (field) => put(field, ""),
  sign: (field) => put(field, field.value.startsWith("-") ? field.value.slice(1) : `-${field.value}`),
  point: (field) => field.value.includes(".") || put(field, `${field.value || "0"}.`),
  next: (field) => step(field, 1),
  back: (field) => step(field, -1),
};
const step = (field, by) => {
  const all = numbers();
  const to = all[all.indexOf(field) + by];
  if (to) to.focus();
  else if (by > 0) field.form.requestSubmit(tk.one("[data-look]"));
};

document.addEventListener("focusin", (event) => {
  if (!shows() || event.target.closest(".bottom")) return;
  activate(event.target.matches(".report [data-number]") ? event.target : null);
});
document.addEventListener("pointerdown", (event) => event.target.closest("[data-key]") && event.preventDefault());
document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-key]")?.dataset.key;
  if (!key || !active) return;
  if (KEYS[key]) KEYS[key](active);
  else put(active, active.value + key);
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches(".report [data-number]")) return;
  event.preventDefault();
  step(event.target, 1);
});

// What is kept: one entry for a table, {draft: {id, entries, lines}, unsent: {address, entries, lines, html}}.
const name = (table) => `tk-table:${table}`;
const read = (table) => JSON.parse(tk.store.get(name(table)) ?? "{}");
const keep = (table, part, value) => {
  const kept = { ...read(table), [part]: value };
  if (kept.draft || kept.unsent) tk.store.set(name(table), JSON.stringify(kept));
  else tk.store.remove(name(table));
};
const entriesOf = (form, button) => {
  const entries = [...new FormData(form)].filter(([key]) => key !== "csrfmiddlewaretoken");
  return button?.name ? [...entries, [button.name, button.value]] : entries;
};
const said = (field) =>
  field.tagName === "SELECT" ? field.selectedOptions[0]?.textContent : field.type === "checkbox" ? (field.checked ? "✓" : "") : field.value;
const linesOf = (form) =>
  tk.all("[data-line]", form).map((line) => [
    tk.one(".name bdi", line).textContent,
    tk.all("input, select", line).filter((field) => field.value).map(said).filter(Boolean).join(", "),
  ]);

document.addEventListener("input", (event) => {
  const form = event.target.closest("[data-draft]");
  if (!form) return;
  keep(form.dataset.table, "draft", { id: form.dataset.draft, entries: entriesOf(form), lines: linesOf(form) });
  tk.one("[data-kept]", form).hidden = false;
});

const restore = () => {
  const form = tk.one("[data-draft]");
  const draft = form && read(form.dataset.table).draft;
  if (!draft || draft.id !== form.dataset.draft || tk.one(".errorlist", form)) return;
  for (const [key, value] of draft.entries) {
    for (let field; !(field = form.elements[key]) && /_\d+_[a-z]+$/.test(key); ) {
      const list = tk.all("[data-list]", form).find((one) => key.startsWith(`${one.dataset.list}_`));
      const more = list && tk.one("[data-more]", list);
      if (!more || tk.all(".row", list).length > 60) break;
      tk.grow(more);
    }
    const field = form.elements[key];
    if (!field) continue;
    if (field.type === "checkbox") field.checked = true;
    else field.value = value;
  }
  tk.one("[data-kept]", form).hidden = false;
};

// Sending. Each report has its key, so a second try has no second effect; the page is then as the server answers.
const ask = (address, entries) => {
  const body = new URLSearchParams(entries);
  body.set("csrfmiddlewaretoken", tk.one("[name=csrfmiddlewaretoken]").value);
  return fetch(address, { method: "POST", body, signal: AbortSignal.timeout(WAIT) });
};
const show = async (answer, table) => {
  if (answer.status >= 500) throw new Error(answer.status);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = tk.one("main", page);
  if (!fresh) throw new Error("no page");
  tk.one("main").replaceWith(document.adoptNode(fresh));
  if (answer.redirected) {
    history.replaceState(null, "", answer.url);
    keep(table, "draft", undefined);
  }
  ready();
  const heading = tk.one('main [aria-invalid="true"], main h2');
  if (heading && heading !== document.activeElement && !active) {
    heading.tabIndex = heading.matches("h2") ? -1 : heading.tabIndex;
    heading.focus();
  }
};

let busy = false;
const send = async (table) => {
  const { unsent } = read(table);
  if (!unsent || busy) return;
  busy = true;
  try {
    const answer = await ask(unsent.address, unsent.entries);
    await show(answer, table);
    keep(table, "unsent", undefined);
    keep(table, "draft", undefined);
    tk.offline(false);
  } catch {
    tk.offline(true);
    waiting(unsent, table);
  }
  busy = false;
};

// The page while a report waits: what is in it, and a button.
const waiting = (unsent, table) => {
  if (tk.one(".unsent")) return;
  const page = tk.one("#unsent").content.cloneNode(true);
  const what = tk.one("[data-what]", page);
  if (unsent.html) what.append(document.adoptNode(new DOMParser().parseFromString(unsent.html, "text/html").body.firstChild));
  else what.append(listOf(unsent.lines));
  tk.one("[data-try]", page).onclick = () => send(table);
  const main = tk.one("main");
  const parts = tk.all("[data-part], .games", main);
  parts.forEach((part) => part.remove());
  main.prepend(page);
};
const listOf = (lines) => {
  const list = document.createElement("dl");
  list.className = "card typed";
  for (const [who, what] of lines ?? []) {
    for (const [tag, text] of [["dt", who], ["dd", what]]) {
      const item = document.createElement(tag);
      item.textContent = text;
      list.append(item);
    }
  }
  return list;
};

document.addEventListener("submit", async (event) => {
  const form = event.target;
  const button = event.submitter;
  const { table } = form.dataset;
  if (!table) return;
  event.preventDefault();
  const entries = entriesOf(form, button);
  const does = button?.value;
  if (does === "change") keep(table, "unsent", undefined);
  const lines = form.matches("[data-draft]") ? linesOf(form) : read(table).draft?.lines;
  try {
    if (busy) return;
    busy = true;
    button.disabled = true;
    await show(await ask(form.action, entries), table);
    tk.offline(false);
  } catch {
    tk.offline(true);
    if (does === "change") return;
    const asked = entries.map(([key, value]) => [key, key === "do" && value === "look" ? "send" : value]);
    const html = tk.one("ol.result")?.outerHTML;
    keep(table, "unsent", { address: form.action, entries: asked, lines, html });
    waiting(read(table).unsent, table);
  } finally {
    busy = false;
    if (button) button.disabled = false;
  }
});

// A link to the page itself (another sheet, "wrong") is followed as usual; what waits is sent when there is a way.
const tables = () => tk.all("[data-table], [data-typed]").map((one) => one.dataset.table ?? one.dataset.typed);
const tryAll = () => [...new Set([...known, ...tables()])].forEach(send);
const known = new Set();
const closed = () => {
  const place = tk.one("[data-typed]");
  const kept = place && read(place.dataset.typed);
  const lines = kept && (kept.unsent?.lines ?? kept.draft?.lines);
  if (!lines) return;
  tk.one("[data-lines]", place).replaceWith(listOf(lines));
  place.hidden = false;
};

const ready = () => {
  tables().forEach((table) => known.add(table));
  restore();
  tk.checked();
  setUp();
  closed();
};
ready();
tk.onSwap(ready);
if (!tk.one("[data-typed]")) tryAll();
addEventListener("online", tryAll);
setInterval(tryAll, AGAIN);
