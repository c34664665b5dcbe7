// What every page needs: a store that survives private windows, the swap of changed parts, the connection. The parts of a
// script share tk, which is global.
const tk = (window.tk = {});

tk.one = (selector, root = document) => root.querySelector(selector);
tk.all = (selector, root = document) => [...root.querySelectorAll(selector)];
tk.on = (name, then) => document.addEventListener(name, then);

// localStorage throws in some private windows and when it is full; then things are remembered until the page is left.
const memory = {};
const kept = (then) => {
  try {
    return then(localStorage);
  } catch {}
};
tk.store = {
  get: (key) => kept((local) => local[key]) ?? memory[key],
  set(key, value) {
    memory[key] = value;
    kept((local) => (local[key] = value));
  },
};

// Is somebody busy in this part: does it hold the focus in a field, or a field with something typed?
const typed = ({ options, type, checked, defaultChecked, value, defaultValue }) =>
  options
    ? [...options].some((option) => option.selected !== option.defaultSelected)
    : /^(checkbox|radio)$/.test(type)
      ? checked !== defaultChecked
      : value !== defaultValue;
tk.busy = (part) =>
  tk
    .all("input:not([type=hidden]), textarea, select", part)
    .some((field) => field === document.activeElement || typed(field));

// A part is an element with an id and data-part, the hash of its content as the server wrote it.
const swappers = [];
tk.onSwap = (then) => swappers.push(then);

// An answer that comes after that of a later question is old, and changes nothing.
let turn = 0;
const newest = {};
const swap = (fresh, asked) => {
  const old = document.getElementById(fresh.id);
  if (!old || newest[fresh.id] > asked) return true;
  newest[fresh.id] = asked;
  if (old.dataset.part === fresh.dataset.part) return true;
  if (tk.busy(old)) return false;
  for (const open of tk.all("details[id][open]", old)) fresh.querySelector(`#${CSS.escape(open.id)}`)?.setAttribute("open", "");
  const focused = old.contains(document.activeElement) && document.activeElement.id;
  old.replaceWith(fresh);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  for (const then of swappers) then(fresh);
  return true;
};

// Fetches the parts of this page, all of them or those with the given ids, and replaces those that have changed.
// params: what a page asks for beyond its address.
tk.params = {};
let waiting = false;
tk.refresh = async (ids = ["*"]) => {
  const { href } = location;
  const address = new URL(href);
  for (const [name, value] of Object.entries(tk.params)) address.searchParams.set(name, value);
  address.searchParams.set("part", ids.join(","));
  const sent = performance.now();
  const asked = ++turn;
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw answer.status;
  if (href !== location.href) return tk.changed(); // of a face that the page has left
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  tk.sync?.(answer.headers.get("X-Now"), sent, performance.now());
  const parts = tk.all("[data-part]", page.body).filter((part) => !part.parentElement.closest("[data-part]"));
  waiting = parts.map((part) => swap(document.adoptNode(part), asked)).includes(false);
};
// What was left alone because somebody was typing there comes when they have finished.
tk.on("focusout", () => waiting && setTimeout(() => waiting && tk.changed(), 300));

// Called by live.js for each event, and by polling; several at once become one fetch, a little apart on each device. What
// could not be fetched is asked for again.
let timer = null;
tk.changed = () => {
  timer ??= setTimeout(() => {
    timer = null;
    tk.refresh().catch(() => setTimeout(tk.changed, 5e3));
  }, 100 + 300 * Math.random());
};

// Shows since when there has been no connection, right also where the device's own clock is wrong.
tk.offline = (is) => {
  const bar = tk.one("#offline");
  if (!bar || is !== bar.hidden) return;
  bar.hidden = !is;
  if (is) tk.one("time", bar).textContent = new Date(tk.now()).toTimeString().slice(0, 5);
};
