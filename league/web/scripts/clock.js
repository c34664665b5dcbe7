// Clocks: the time left until a deadline of the server, by the device's monotonic clock, right where its own is wrong.
//
// Server time = performance.now() + offset. Each answer of the server bounds the offset by how long it took; of two
// that agree the narrower counts. Where they disagree time has passed unnoticed (a phone slept), and the newer counts.
let offset = null;
let spread = Infinity;

tk.sync = (now, sent, received) => {
  if (!now) return;
  const half = (received - sent) / 2;
  const found = Date.parse(now) - (sent + half);
  const agrees = offset !== null && Math.abs(found - offset) <= half + spread;
  if (agrees && half >= spread) return;
  [offset, spread] = [found, half];
};
tk.now = () => performance.now() + offset;

// The page itself was the first answer.
const loaded = performance.getEntriesByType("navigation")[0];
tk.sync(document.documentElement.dataset.now, loaded?.requestStart ?? 0, loaded?.responseStart ?? performance.now());

// A device that slept: its wall clock has gone on, the monotonic one may not have.
let apart = Date.now() - performance.now();
const hasSlept = () => {
  const before = apart;
  apart = Date.now() - performance.now();
  return Math.abs(apart - before) > 1000;
};

const WARNINGS = [300, 60, 0];
const two = (number) => String(number).padStart(2, "0");
tk.timeText = (seconds) => {
  const rest = Math.abs(seconds);
  const hours = Math.floor(rest / 3600);
  const minutes = Math.floor(rest / 60) % 60;
  return (seconds < 0 ? "+" : "") + (hours ? `${hours}:` : "") + `${two(minutes)}:${two(rest % 60)}`;
};

// Whole seconds left: 1 until the deadline, 0 at it, then -1, -2, … as each second of overtime is complete.
const left = (clock) => {
  const { deadline, remaining } = clock.dataset;
  if (deadline) return Math.ceil((Date.parse(deadline) - tk.now()) / 1000) || 0;
  return remaining ? Number(remaining) : null;
};

// A small correction never turns the shown time back; a new deadline, a longer one, does. The seconds are remembered by
// deadline, so that no warning is lost when the clock is swapped, and none is said twice where two clocks agree.
const shown = new Map();
const steady = ({ dataset: { state, deadline, remaining } }, seconds) => {
  const key = `${state} ${deadline ?? remaining}`;
  const before = shown.get(key) ?? null;
  const held = before !== null && seconds > before && seconds - before < 3 ? before : seconds;
  shown.set(key, held);
  return { seconds: held, before };
};

const say = (clock, seconds, before) => {
  const at = WARNINGS.find((warning) => before !== null && before > warning && seconds <= warning);
  const text = at !== undefined && clock.dataset[`say${at}`];
  if (text) tk.one("#said").textContent = text;
};

const face = (state, seconds) =>
  state !== "running" ? state : seconds <= 0 ? "over" : seconds <= 300 ? "last" : "running";

const draw = (clock) => {
  const exact = left(clock);
  if (exact === null) return;
  const { seconds, before } = steady(clock, exact);
  const { state } = clock.dataset;
  clock.dataset.now = face(state, seconds);
  const text = tk.timeText(state === "starts" ? Math.max(seconds, 0) : seconds);
  const time = tk.one("[data-time]", clock);
  if (time.textContent !== text) time.textContent = text;
  if (before !== seconds && state === "running") say(clock, seconds, before);
  if (before > 0 && seconds <= 0) tk.changed();
};

tk.tick = () => {
  if (hasSlept()) tk.changed();
  tk.all("[data-clock]").forEach(draw);
};
if (offset !== null) {
  tk.tick();
  setInterval(tk.tick, 200);
  tk.onSwap(tk.tick);
}
