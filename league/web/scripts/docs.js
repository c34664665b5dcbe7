// The page of the API: find operations and schemas by words, and choose the language of the examples.
const root = document.documentElement;
const form = document.getElementById("find");
const words = document.getElementById("words");
const language = document.getElementById("language");
const found = document.getElementById("found");
const KEPT = "tk-docs-language";

const remembered = () => {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // in some private windows
  }
};
const choose = () => {
  if (language.value) root.dataset.language = language.value;
  else delete root.dataset.language;
  try {
    localStorage.setItem(KEPT, language.value);
  } catch {}
};

const items = [...document.querySelectorAll(".operation, .schema")].map((element) => {
  const parts = element.querySelectorAll("h3, .address, .says > p, .schema > p, dt code");
  const text = element.id.replace(/_/g, " ") + " " + [...parts].map((part) => part.textContent).join(" ");
  return { element, text: `${element.id} ${text}`.toLowerCase(), is_operation: element.matches(".operation") };
});
const find = () => {
  const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
  const counts = [0, 0];
  for (const { element, text, is_operation } of items) {
    const fits = wanted.every((word) => text.includes(word));
    element.hidden = !fits;
    if (fits) counts[is_operation ? 0 : 1] += 1;
  }
  document.getElementById("words-of-guide").hidden = wanted.length > 0;
  for (const section of document.querySelectorAll(".tag"))
    section.hidden = wanted.length > 0 && !section.querySelector("article:not([hidden])");
  const said = (count, one, more) => `${count} ${count === 1 ? one : more}`;
  found.textContent = wanted.length
    ? `${said(counts[0], "operation", "operations")}, ${said(counts[1], "schema", "schemas")}`
    : "";
};

// A link of the contents, or to a schema, leads to what the search has hidden: then the search ends.
const follow = () => {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target || !target.closest("[hidden]")) return;
  words.value = "";
  find();
  target.scrollIntoView();
};

if (form) {
  form.hidden = false;
  language.value = remembered() ?? "curl";
  if (language.selectedIndex < 0) language.value = "curl";
  choose();
  language.addEventListener("change", choose);
  words.addEventListener("input", find);
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", follow);
  if (words.value) find();
  if (matchMedia("(max-width: 999px)").matches) document.querySelector(".contents details").open = false;
}
