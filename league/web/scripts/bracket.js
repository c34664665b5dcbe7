// The bracket: begins at the round that is played now, stays where somebody has swiped to, and marks the reader's matches.
const { tk } = window;
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
if (now && !location.hash) tk.one(now).scrollIntoView({ behavior: "instant", block: "nearest", inline: "start" });
