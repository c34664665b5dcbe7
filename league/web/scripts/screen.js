// The wall: shows the slides one after the other, fits big letters to the width, rings a gong when the time is over.
const start = tk.one(".start");
let at = 0;
let turn = null;
let sound = null;
let face = null;

const show = (index) => {
  const all = tk.all(".slide");
  at = index % (all.length || 1);
  all.forEach((slide, number) => slide.classList.toggle("is-on", number === at));
  fit();
  clearTimeout(turn);
  if (all.length > 1) turn = setTimeout(() => show(at + 1), 1000 * all[at].dataset.seconds);
};

// A long name becomes its short form. What is still too wide, since fonts differ, gets narrower digits, smaller letters.
const fit = () => {
  for (const box of tk.all(".slide.is-on :is(.fit, .fit-line, .big, .who), footer .fit")) {
    const text = box.firstElementChild;
    box.style.fontSize = "";
    if (!text) continue;
    const { long, short } = text.dataset;
    text.style.transform = "";
    if (long) text.textContent = long;
    if (short && box.scrollWidth > box.clientWidth) text.textContent = short;
    const narrow = box.matches(".big:not(.is-words)") ? Math.max(0.68, Math.min(1, box.clientWidth / text.offsetWidth)) : 1;
    const ratio = Math.min(box.clientWidth / Math.max(text.offsetWidth * narrow, 1), box.clientHeight / box.scrollHeight);
    if (ratio < 1) box.style.fontSize = `${0.99 * ratio * parseFloat(getComputedStyle(box).fontSize)}px`;
    text.classList.toggle("is-narrow", narrow < 1);
    if (narrow < 1) text.style.transform = `scaleX(${0.99 * narrow})`;
  }
};

// Three strokes of a bell. Browsers allow sound only after a tap.
const gong = () => {
  for (const stroke of sound ? [0, 1.3, 2.6] : [])
    for (const [pitch, loudness] of [[196, 0.5], [296, 0.25], [523, 0.1]]) {
      const [tone, volume, begin] = [sound.createOscillator(), sound.createGain(), sound.currentTime + stroke];
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(loudness, begin);
      volume.gain.exponentialRampToValueAtTime(0.001, begin + 3);
      tone.connect(volume).connect(sound.destination);
      tone.start(begin);
      tone.stop(begin + 3);
    }
};

// The slide has the colour of its clock; the gong rings when that turns over while the screen looks on.
const follow = () => {
  const clock = tk.one(".slide.is-clock .big [data-clock]");
  const now = clock?.dataset.now ?? null;
  const slide = tk.one(".slide.is-clock");
  if (slide && slide.dataset.face !== now) {
    if (now) slide.dataset.face = now;
    if (now === "over" && face && face !== "over") gong();
    fit();
  }
  face = now;
};

// Only a page by https may keep the display on; elsewhere the page says what to set.
const stayAwake = () => navigator.wakeLock?.request("screen").catch(() => {});

start.hidden = false;
if (navigator.wakeLock) tk.one("[data-asleep]", start).remove();
for (const button of tk.all("button", start))
  button.onclick = () => {
    if (button.dataset.sound) sound = new AudioContext();
    start.remove();
    document.documentElement.requestFullscreen?.().catch(() => {});
    stayAwake();
  };
document.addEventListener("visibilitychange", () => document.hidden || stayAwake());
addEventListener("resize", fit);
document.fonts?.ready.then(fit);
tk.onSwap(() => {
  show(at);
  follow();
});
show(0);
follow();
setInterval(follow, 200);
