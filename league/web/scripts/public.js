// The public page.
