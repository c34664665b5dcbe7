// The bracket: begins at the round that is played now, stays where somebody has swiped to, and marks the reader's matches.
const me = tk.store.get(`tk-me-${document.documentElement.dataset.code}`)?.slice(-8);
const wide = () => tk.one("div.bracket");
let left = null;

const mark = () => me && tk.all(`[data-e="${me}"]`).forEach((side) => side.classList.add("you"));
const stay = () => {
  mark();
  if (left !== null && wide()) wide().scrollLeft = left;
};
document.addEventListener("scroll", ({ target }) => target === wide() && (left = target.scrollLeft), true);
tk.onSwap(stay);
mark();
const current = tk.one(".rounds [aria-current]");
const bring = (what, within) => {
  const [one, all] = [what, within].map((box) => box.getBoundingClientRect());
  const is_left = document.dir !== "rtl";
  within.scrollBy({ left: is_left ? one.left - all.left - 12 : one.right - all.right + 12, behavior: "instant" });
};
if (current) bring(current, current.closest(".rounds"));
if (current && !location.hash) bring(tk.one(current.hash), wide());
