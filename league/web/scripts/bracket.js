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
const now = tk.one(".rounds [aria-current]")?.hash;
if (now && !location.hash) {
  const [column, all] = [tk.one(now), wide()].map((one) => one.getBoundingClientRect());
  const is_left = document.dir !== "rtl";
  wide().scrollBy(is_left ? column.left - all.left - 12 : column.right - all.right + 12, 0);
}
