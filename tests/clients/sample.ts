// A small program on the types that openapi-typescript makes of the document; `tsc --strict` checks it.
import type { components, paths } from "./api";

type Schemas = components["schemas"];
type Standings = paths["/api/v1/tournaments/{id}/standings"]["get"]["responses"]["200"]["content"]["application/json"];
type Report = NonNullable<paths["/api/v1/tables/{id}/result"]["put"]["requestBody"]>["content"]["application/json"];
type DryRun =
  paths["/api/v1/tables/{id}/result"]["put"]["responses"]["200"]["content"]["application/vnd.tablekeeper.dry-run+json"];

export function winners(table: Schemas["Table"]): string[] {
  const places = table.result?.places ?? {};
  return Object.keys(places).filter((entry) => places[entry] === 1);
}

export function report(table: Schemas["Table"], scores: number[]): Report {
  const seats = table.seats.filter((seat) => seat.entry !== null);
  return {
    absent: [],
    left: [],
    scores: Object.fromEntries(seats.map((seat, at) => [seat.entry ?? "", scores[at] ?? 0])),
  };
}

export function line(standings: Standings): string {
  return standings.rows.map((row) => `${row.place ?? "-"} ${row.name} ${row.points_display}`).join("\n");
}

export function isRunning(round: Schemas["Round"]): boolean {
  // @ts-expect-error: a state that rounds do not have is refused
  if (round.state === "open") return false;
  return round.state === "running" && round.clock.state !== "paused";
}

export function moved(tried: DryRun): string[] {
  return tried.changes.standings.map((row) => row.name);
}

export function play(card: Schemas["MonsterTrickPlay"]): Schemas["GameCommand"] {
  return card;
}
