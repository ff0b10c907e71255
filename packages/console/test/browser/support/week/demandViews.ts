/** Compares what the pages show and what the API and its CSV say with the log of a week. */
import { readFile } from "node:fs/promises"
import { type Dimension, formatDay, readFigures } from "@annotary/test-support/workLog"
import type { Browser, Locator, Page } from "playwright-core"
import { assert } from "vitest"
import { formatDuration } from "../../../../src/pages/queue/duration.ts"
import { startSession, visit } from "../pages.ts"
import type { Week } from "./Week.ts"

const day = 24 * 3_600_000
const workTypes = new Map([
  ["label", "Labeling"],
  ["review", "Reviewing"],
  ["normal", "Outside the queues"],
])

type Row = Readonly<Record<string, string | number | null>>

/** The rows of the log on the last days until now, as a clock in a time zone counts days. */
const readLast = (week: Week, by: ReadonlyArray<Dimension>, days: number, timeZone: string) => {
  const first = formatDay(week.clock.now - (days - 1) * day, timeZone)
  const log = week.log.filter(({ at }) => formatDay(at, timeZone) >= first)
  return readFigures(log, { by, timeZone, start: 0, end: Number.POSITIVE_INFINITY }, week.categoryNames)
}

/** The pages of a reader in a time zone. */
export const demandPages = async (
  browser: Browser,
  week: Week,
  reader: { readonly key: string; readonly timeZone: string },
): Promise<void> => {
  const { timeZone } = reader
  const visited = await visit(browser, { timezoneId: timeZone })
  await week.clock.prepare(visited.page)
  await startSession(visited.context, week.server, reader.key)
  const { page } = visited
  const home = `${week.server.origin}/console/d/${week.dataset}`
  await page.goto(home)
  await demandOverview(page, week, timeZone)
  await page.goto(`${home}/queue`)
  await demandQueuePage(page, week, timeZone)
  assert.deepStrictEqual(visited.faults, [])
  await visited.context.close()
}

const readCells = async (rows: Locator): Promise<ReadonlyArray<ReadonlyArray<string>>> =>
  Promise.all((await rows.all()).map((row) => row.getByRole("cell").allInnerTexts()))

/** The rows of the table below a heading, without its heading row. */
const readTable = async (page: Page, name: string): Promise<ReadonlyArray<ReadonlyArray<string>>> => {
  const rows = page.getByRole("table", { name }).getByRole("row")
  await rows.nth(1).waitFor({ state: "attached" })
  return (await readCells(rows)).filter((cells) => cells.length > 0)
}

const demandOverview = async (page: Page, week: Week, timeZone: string): Promise<void> => {
  const byDay = readLast(week, ["day"], 30, timeZone)
  const days = byDay
    .map((row) => [formatDate(row), String(row.submitted), String(countReviews(row))])
    .filter(([, labeled, reviewed]) => labeled !== "0" || reviewed !== "0")
  assert.deepStrictEqual(await readTable(page, "Finished work"), days)
  const people = readLast(week, ["person"], 30, timeZone)
    .map((row) => [
      ...[String(row.person), String(row.submitted), String(countReviews(row))],
      ...[formatDuration(Number(row.time), "en-US"), String(row.skipped)],
    ])
    .sort((a, b) => (a[0] ?? "").localeCompare(b[0] ?? ""))
  const shown = await readTable(page, "People, last 30 days")
  assert.deepStrictEqual(
    [...shown].sort((a, b) => (a[0] ?? "").localeCompare(b[0] ?? "")),
    people,
  )
}

const demandQueuePage = async (page: Page, week: Week, timeZone: string): Promise<void> => {
  const people = readLast(week, ["person", "work_type"], 7, timeZone)
  assert.deepStrictEqual(
    await readTable(page, "Finished and saved work"),
    people.map((row) => [
      String(row.person),
      workTypes.get(String(row.work_type)) ?? "",
      ...["submitted", "skipped", "accepted", "rejected"].map((column) => String(row[column])),
      `${row.objects_created} / ${row.objects_changed} / ${row.objects_removed}`,
      formatShare(row.first_pass_acceptance),
      formatDuration(Number(row.time), "en-US"),
      formatDuration(Number(row.inactive_time), "en-US"),
    ]),
  )
  const categories = readLast(week, ["category"], 7, timeZone)
  assert.deepStrictEqual(
    await readTable(page, "Objects by category"),
    categories.map((row) => [
      row.category === null ? `Removed category ${row.category_id}` : String(row.category),
      ...["objects_created", "objects_changed", "objects_removed"].map((column) => String(row[column])),
    ]),
  )
  await demandCsv(page, "Finished and saved work as CSV", people)
  await demandCsv(page, "Objects by category as CSV", categories)
}

const demandCsv = async (page: Page, button: string, rows: ReadonlyArray<Row>): Promise<void> => {
  const saved = page.waitForEvent("download")
  await page.getByRole("button", { name: button }).click()
  demandCsvRows(await readFile(await (await saved).path(), "utf8"), rows)
}

const demandCsvRows = (text: string, rows: ReadonlyArray<Row>): void => {
  const [heading = "", ...lines] = text.trimEnd().split("\n")
  // No name of the week has a comma or a quote.
  assert.deepStrictEqual(
    lines.map((line) => line.split(",")),
    rows.map((row) => heading.split(",").map((column) => String(row[column] ?? ""))),
  )
}

const combinations: ReadonlyArray<ReadonlyArray<Dimension>> = [
  ["person"],
  ["day"],
  ["category"],
  ["work_type"],
  ["day", "person", "work_type", "category"],
]

/** The statistics of the API in time zones, as JSON and CSV, and those of the queues. */
export const demandApi = async (week: Week, timeZones: ReadonlyArray<string>): Promise<void> => {
  const { log, path, server } = week
  const span = { start: log[0]?.at ?? 0, end: week.clock.now + 1 }
  const instants = {
    start: new Date(span.start).toISOString(),
    end: new Date(span.end).toISOString(),
  }
  for (const timeZone of timeZones)
    for (const by of combinations) {
      const query = new URLSearchParams({ by: by.join(","), time_zone: timeZone, ...instants })
      const rows = readFigures(log, { by, timeZone, ...span }, week.categoryNames)
      // Cast: the answer of the API.
      const answer = (await server.call("GET", `${path}/statistics/?${query}`)) as { readonly rows: unknown }
      assert.deepStrictEqual(answer.rows, rows, `${by} in ${timeZone}`)
      demandCsvRows(await server.read(`${path}/statistics.csv?${query}`), rows)
    }
  const byPerson: ReadonlyArray<Dimension> = ["person", "work_type"]
  const people = readFigures(log, { by: byPerson, timeZone: "UTC", ...span }, week.categoryNames)
  const stats = await server.call("GET", `${path}/queue/stats/?${new URLSearchParams(instants)}`)
  assert.deepInclude(stats as object, {
    people: people.map(({ person, ...row }) => ({ user: person, ...row })),
  })
}

const countReviews = (row: Row): number => Number(row.accepted) + Number(row.rejected)

const formatShare = (share: Row[string] | undefined): string =>
  share === null ? "–" : new Intl.NumberFormat("en-US", { style: "percent" }).format(Number(share))

const formatDate = (row: Row): string =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(
    Date.parse(`${row.day}T00:00:00Z`),
  )
