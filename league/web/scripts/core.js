// What every page needs: a store that survives private windows, the swap of changed parts, toasts, the connection.
const tk = (window.tk = {});

tk.one = (selector, root = document) => root.querySelector(selector);
tk.all = (selector, root = document) => [...root.querySelectorAll(selector)];

// localStorage throws in some private windows and when it is full; then things are remembered until the page is left.
const memory = {};
tk.store = {
  get(key) {
    try {
      return localStorage.getItem(key) ?? memory[key] ?? null;
    } catch {
      return memory[key] ?? null;
    }
  },
  set(key, value) {
    memory[key] = value;
    try {
      localStorage.setItem(key, value);
    } catch {}
  },
  remove(key) {
    delete memory[key];
    try {
      localStorage.removeItem(key);
    } catch {}
  },
};

// Is somebody busy in this part: does it hold the focus in a field, or a field with something typed?
const FIELDS = "input:not([type=hidden]), textarea, select";
const typed = (field) =>
  field.type === "checkbox" || field.type === "radio"
    ? field.checked !== field.defaultChecked
    : field.tagName === "SELECT"
      ? [...field.options].some((option) => option.selected !== option.defaultSelected)
      : field.value !== field.defaultValue;
tk.busy = (part) => tk.all(FIELDS, part).some((field) => field === document.activeElement || typed(field));

// A part is an element with an id and data-part, the hash of its content as the server wrote it.
const swappers = [];
tk.onSwap = (then) => swappers.push(then);

const swap = (fresh) => {
  const old = document.getElementById(fresh.id);
  if (!old || old.dataset.part === fresh.dataset.part) return true;
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
  const address = new URL(location.href);
  for (const [name, value] of Object.entries(tk.params)) address.searchParams.set(name, value);
  address.searchParams.set("part", ids.join(","));
  const sent = performance.now();
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(answer.status);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  tk.sync?.(answer.headers.get("X-Now"), sent, performance.now());
  const parts = tk.all("[data-part]", page.body).filter((part) => !part.parentElement.closest("[data-part]"));
  waiting = parts.map((part) => swap(document.adoptNode(part))).includes(false);
};
// What was left alone because somebody was typing there comes when they have finished.
document.addEventListener("focusout", () => waiting && setTimeout(() => waiting && tk.changed({}), 300));

// Called by live.js for each event, and by polling; several at once become one fetch, a little apart on each device.
let timer = null;
tk.changed = () => {
  timer ??= setTimeout(() => {
    timer = null;
    tk.refresh().catch(() => {});
  }, 100 + 300 * Math.random());
};

// Says something inside the window; it goes after eight seconds, but not while somebody points at it or is in it.
tk.toast = (text) => {
  const toast = tk.one("#toast").content.firstElementChild.cloneNode(true);
  tk.one("[data-text]", toast).textContent = text;
  tk.one("button", toast).onclick = () => toast.remove();
  tk.one("#toasts").append(toast);
  const leave = () => (toast.matches(":hover, :focus-within") ? setTimeout(leave, 1000) : toast.remove());
  setTimeout(leave, 8000);
};

// Shows since when there has been no connection, by this device's clock face; null: there is one.
let since = null;
tk.offline = (is) => {
  const bar = tk.one("#offline");
  if (!bar || is === (since !== null)) return;
  since = is ? new Date() : null;
  bar.hidden = !is;
  if (is) tk.one("time", bar).textContent = since.toTimeString().slice(0, 5);
};
