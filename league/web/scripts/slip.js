// The link of an older slip is behind the #, which browsers keep to themselves: go on to the address that has it.
const link = location.hash.slice(1);
if (link) location.replace(tk.one("[data-opened]").dataset.opened.replace(/-$/, encodeURIComponent(link)));
