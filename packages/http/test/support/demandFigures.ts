/** Compares all views of the work of a team with its log. */

import { type Dimension, type FiguresQuery, readFigures } from "@annotary/test-support/workLog"
import { assert } from "vitest"
import { team as people, type Team } from "./team.ts"

const combinations: ReadonlyArray<ReadonlyArray<Dimension>> = [
  ["person"],
  ["day"],
  ["category"],
  ["work_type"],
  ["day", "person"],
  ["person", "work_type"],
  ["person", "category"],
  ["day", "person", "work_type", "category"],
]

const day = 24 * 3_600_000

/** Milliseconds by which an instant of the server may be before or after that of the log. */
const deviation = 5

/** Compares statistics in these time zones, the statistics of queues, and the list of workunits. */
export const demandFigures = async (team: Team, zones: ReadonlyArray<string>): Promise<void> => {
  const first = (team.log[0]?.at ?? 0) - deviation
  const end = Date.now() + deviation
  const spans = [
    { start: first, end },
    { start: first + day / 3, end: end - day / 5 },
  ]
  for (const timeZone of zones)
    for (const span of spans) {
      for (const by of combinations) await demandRows(team, "owner", { by, timeZone, ...span })
      await demandRows(team, "owner", { by: ["person", "day"], timeZone, ...span, user: "lea" })
    }
  for (const person of people.slice(0, -2))
    await demandRows(team, person, {
      by: ["day", "work_type"],
      timeZone: "UTC",
      start: first,
      end,
      user: person,
    })
  await demandQueueViews(team, first, end)
  await demandWorkunits(team)
}

const instant = (millis: number): string => new Date(millis).toISOString()

const demandRows = async (team: Team, as: string, query: FiguresQuery): Promise<void> => {
  const { by, end, start, timeZone, user } = query
  const parameters = new URLSearchParams({
    by: by.join(","),
    start: instant(start),
    end: instant(end),
    time_zone: timeZone,
    ...(user === undefined || user === as ? {} : { user }),
  })
  const answer = await team.call(as, "GET", `${team.dataset}/statistics/?${parameters}`)
  assert.strictEqual(answer.status, 200, answer.text)
  assert.deepStrictEqual(answer.at("rows"), readFigures(team.log, query, team.categories))
  await demandCsv(team, as, parameters, answer.at("rows") as ReadonlyArray<object>)
  const [total] = readFigures(team.log, { ...query, by: [] }, team.categories)
  if (total !== undefined) assert.deepStrictEqual(answer.at("total"), total)
}

/** The CSV has the rows of the JSON, and no cell that a spreadsheet would run. */
const demandCsv = async (
  team: Team,
  as: string,
  parameters: URLSearchParams,
  rows: ReadonlyArray<object>,
) => {
  const answer = await team.call(as, "GET", `${team.dataset}/statistics.csv?${parameters}`)
  assert.strictEqual(answer.headers.get("content-type"), "text/csv; charset=utf-8")
  const [heading = "", ...lines] = answer.text.trimEnd().split("\n")
  const cells = (row: object) =>
    heading.split(",").map((column) => String(new Map(Object.entries(row)).get(column) ?? ""))
  // No name in the script has a comma or a quote.
  assert.deepStrictEqual(
    lines.map((line) => line.split(",").map((cell) => cell.replace("'=", "="))),
    rows.map(cells),
  )
  assert.notMatch(answer.text, /(^|,)[=+@]/m)
}

/** The statistics and the throughput of the queues are the same figures. */
const demandQueueViews = async (team: Team, start: number, end: number): Promise<void> => {
  const span = new URLSearchParams({ start: instant(start), end: instant(end) })
  const query = { start, end, timeZone: "UTC" }
  const stats = await team.call("mia", "GET", `${team.dataset}/queue/stats/?${span}`)
  const byPerson = readFigures(team.log, { ...query, by: ["person", "work_type"] }, team.categories)
  assert.deepStrictEqual(
    stats.at("people"),
    byPerson.map(({ person, ...row }) => ({ user: person, ...row })),
  )
  const throughput = await team.call("mia", "GET", `${team.dataset}/queue/throughput/?${span}`)
  const byDay = readFigures(team.log, { ...query, by: ["day", "work_type"] }, team.categories)
  assert.deepStrictEqual(
    throughput.at("days"),
    byDay
      .map(({ accepted, day, rejected, saved, skipped, submitted, work_type, workunits }) => ({
        day,
        workunits: Number(workunits) - Number(saved),
        submitted,
        skipped,
        accepted,
        rejected,
        work_type,
      }))
      .filter((row) => row.workunits > 0),
  )
}

/** Every entry of the log is a workunit, and the sessions add up. */
const demandWorkunits = async (team: Team): Promise<void> => {
  const path = `${team.dataset}/workunits/?per_page=10000&sort=created_at&include_session_time_metrics=true`
  const { list } = await team.call("owner", "GET", path)
  const units = list as ReadonlyArray<Record<string, unknown>>
  assert.deepStrictEqual(
    units.map((unit) => [unit.created_by, unit.action, unit.time, unit.inactive_time]),
    team.log.map(({ action, paused, person, time }) => [person, action, time, paused]),
  )
  const sessions = new Map<unknown, Record<string, unknown>>()
  for (const { session_time_metrics: session } of units)
    if (session !== null) {
      const metrics = session as Record<string, unknown>
      sessions.set(metrics.claim_id, metrics)
    }
  const sum = (name: string) =>
    [...sessions.values()].reduce((total, metrics) => total + Number(metrics[name]), 0)
  const inQueues = team.log.filter(({ workType }) => workType !== "normal")
  assert.strictEqual(sum("workunits"), inQueues.length)
  assert.strictEqual(
    sum("time"),
    inQueues.reduce((total, { time }) => total + time, 0),
  )
}
