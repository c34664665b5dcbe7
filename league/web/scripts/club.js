// The page of a club: what is on tonight is asked for again twice a minute, while somebody looks.
if (tk.one("#tonight article")) setInterval(() => document.hidden || tk.refresh(["tonight"]).catch(() => {}), 3e4);
