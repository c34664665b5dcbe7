// Follows what changes on the server: one event stream for all tabs of a browser, polling where there is none.
//
// Any page: <html data-live="/api/v1/tournaments/<id>/live" data-poll="/t/<code>/now" data-version="<its version>">
//   data-live: the stream; the log-in is that of the browser (a session at the desk, the cookie of a link elsewhere).
//   data-poll: a small answer {"version": …} that is asked for while the stream fails. data-version: of the tournament as
//   the page shows it, where the stream is the tournament's.
//   data-hidden: (no value) also told while the tab is hidden, as a desk whose title counts.
// It calls tk.changed(message) for each change, tk.offline(true or false), and keeps <html data-connection> at "live",
// "polling" or "offline"; the event "tk:connection" on the document says the same. A page may define tk on its own.
//
// The tabs agree by a BroadcastChannel on one that leads: it has the stream, and passes on what comes. It signs each two
// seconds; where it has been silent, somebody asks, and without an answer leads.
const tk = (window.tk ??= {});
const root = document.documentElement;
const place = document.querySelector("[data-live]");
const clock = () => performance.now();
const [SIGN, MISSING, SILENT, PATIENCE, SLOWEST] = [2e3, 6e3, 4e4, 5e3, 6e4];

const follow = ({ live, poll, version, hidden }) => {
  let position = 0;
  const me = Math.random();
  const channel = window.BroadcastChannel && new BroadcastChannel(`tk ${live}`);
  let [leads, source, state, tries] = [false, null, "", 0];
  let [heard, alive, looked] = [-MISSING, 0, -SILENT];
  let polled = null;
  let kept = null;

  const post = (what) => channel?.postMessage({ from: me, hidden: document.hidden, ...what });
  const sign = () => post({ state });
  const say = (now) => {
    if (now === state) return;
    root.dataset.connection = state = now;
    tk.offline?.(now === "offline");
    document.dispatchEvent(new CustomEvent("tk:connection", { detail: now }));
    if (leads) sign();
  };

  // A hidden tab hears of it when it is seen again.
  const tell = (message) => {
    if (document.hidden && hidden === undefined) kept = message;
    else tk.changed?.(message);
  };
  // The first message of a stream says how far the log goes. A table's version would not tell of its round or its clock.
  const take = (message) => {
    const is_same = position ? message.position === position : String(message.version) === version;
    position = message.position ?? position;
    if (!is_same || message.types?.length) tell(message);
  };
  const share = (message) => {
    take(message);
    post({ state, message });
  };

  const look = async () => {
    looked = clock();
    if (!poll) return say("offline");
    try {
      const answer = await fetch(poll, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
      if (answer.status >= 500) throw answer.status;
      if (state !== "live") say("polling");
      const found = answer.ok && (await answer.json()).version;
      if (found !== polled) share({});
      polled = found;
    } catch {
      if (leads) say("offline");
    }
  };

  const close = () => {
    source?.close();
    source = null;
  };
  const again = () => {
    close();
    if (state === "live") say("polling");
    setTimeout(() => leads && !source && open(), Math.min(SLOWEST, SIGN * 2 ** tries++) * (0.5 + Math.random()));
  };
  const open = () => {
    if (!window.EventSource) return look();
    const mine = (source = new EventSource(live));
    alive = clock();
    const hears = (name, then) =>
      mine.addEventListener(name, (event) => {
        if (mine !== source) return;
        alive = clock();
        then(event);
      });
    hears("open", () => {
      tries = 0;
      say("live");
    });
    hears("changed", (event) => share(JSON.parse(event.data)));
    hears("sign_ups", () => share({}));
    hears("beat", () => {});
    // The log-in is another now: the page looks for itself, and asks again.
    hears("ended", () => {
      again();
      share({});
    });
    hears("error", () => {
      if (mine.readyState === EventSource.CLOSED) again();
      else if (state === "live") say("polling");
      look();
    });
  };

  const lead = () => {
    if (leads) return;
    leads = true;
    sign();
    open();
  };
  const leave = () => {
    leads = false;
    close();
  };
  const elect = () => {
    if (leads) return;
    post({ asks: true });
    setTimeout(() => clock() - heard > MISSING / 2 && lead(), channel ? 200 + 300 * Math.random() : 0);
  };
  if (channel)
    channel.onmessage = ({ data }) => {
      if (data.asks) return leads && sign();
      if (data.leaves) {
        heard = -MISSING;
        return elect();
      }
      // Two lead: the one that is seen goes on, of two such the one with the lower number.
      if (leads && (document.hidden - data.hidden || me - data.from) < 0) return sign();
      leave();
      heard = clock();
      if (data.state) say(data.state);
      if (data.message) take(data.message);
    };

  const tick = () => {
    if (!leads) return clock() - heard > MISSING && elect();
    sign();
    if (source && clock() - alive > SILENT) {
      close();
      open();
      if (state === "live") say("polling");
    }
    if (state !== "live" && !document.hidden && clock() - looked > PATIENCE) look();
  };
  setInterval(tick, SIGN);
  addEventListener("offline", () => say("offline"));
  addEventListener("online", () => {
    if (!leads) return;
    tries = 0;
    close();
    open();
    look();
  });
  addEventListener("pagehide", () => {
    if (leads) post({ leaves: true });
    leave();
  });
  addEventListener("pageshow", (event) => event.persisted && elect());
  addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    tick();
    if (kept) tell(kept);
    kept = null;
  });
  elect();
};
if (place) follow(place.dataset);
