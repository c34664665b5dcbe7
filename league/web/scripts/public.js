// The public page: finds a name while it is typed, remembers it on this device, and shows tabs without a reload.
const key = `tk-me-${document.documentElement.dataset.code}`;
const form = tk.one("[data-find]");
const field = form && tk.one("[name=name]", form);
const given = new URLSearchParams(location.search).get("me");

// An entry in the address (a link that was passed on) is shown, but only a choice made here is remembered.
const me = given ?? tk.store.get(key);
if (me) tk.params.me = me;

// Parts that many readers share don't know whose phone this is.
const mark = () => {
  const mine = tk.params.me?.slice(-8);
  for (const line of tk.all("li[data-e]")) line.classList.toggle("you", line.dataset.e === mine);
};
tk.onSwap(mark);
mark();
if (me && !given) tk.refresh(["mine"]).catch(() => {});

const show = (entry) => {
  const address = new URL(location.href);
  address.searchParams.delete("me");
  address.searchParams.delete("name");
  history.replaceState(null, "", address);
  tk.params.me = entry ?? "";
  tk.params.name = "";
  return tk.refresh(["mine", "found"]).then(mark).catch(() => location.assign(entry ? `?me=${entry}` : "?"));
};

let typing = null;
const find = () => {
  tk.params.name = field.value;
  return tk.refresh(["found"]).catch(() => {});
};
if (form) {
  tk.one("button", form).hidden = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    find().then(() => {
      const found = tk.all("#found [data-me]");
      if (found.length === 1) found[0].click();
      else found[0]?.focus();
    });
  });
  field.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(find, 150);
  });
}

tk.on("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest("[data-me], [data-forget], [data-tab]");
  if (!link) return;
  event.preventDefault();
  if ("tab" in link.dataset) {
    history.replaceState(null, "", link.href);
    tk.refresh(["tab"]).catch(() => location.assign(link.href));
  } else if ("forget" in link.dataset) {
    tk.store.set(key, "");
    show(null).then(() => field.focus());
  } else {
    tk.store.set(key, link.dataset.me);
    field.value = "";
    show(link.dataset.me).then(() => tk.one("#me")?.focus());
  }
});
