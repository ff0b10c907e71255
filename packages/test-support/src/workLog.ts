/** A log of work that is kept outside of the server, and the figures that follow from it, counted entry by entry. */

export interface WorkEntry {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly person: string
  readonly workType: "label" | "review" | "normal"
  readonly action: "submit" | "save" | "skip" | "accept" | "reject" | "write"
  readonly time: number
  readonly paused: number
  /** Created, changed and removed objects by category. */
  readonly objects: ReadonlyMap<number, readonly [number, number, number]>
  /** The person whose label was accepted or rejected. */
  readonly labeler: string | null
  /** Whether the label had been accepted or rejected before. */
  readonly wasReviewed: boolean
}

export type Dimension = "day" | "person" | "work_type" | "category"

export interface FiguresQuery {
  readonly by: ReadonlyArray<Dimension>
  readonly timeZone: string
  /** Inclusive and exclusive, in milliseconds since 1970. */
  readonly start: number
  readonly end: number
  /** The figures of this person alone. */
  readonly user?: string
}

type Row = Record<string, string | number | null>

const names = [
  "workunits submitted resubmitted saved skipped accepted rejected edited returned first_reviews first_reviews_accepted",
  "objects_created objects_changed objects_removed objects_unknown time inactive_time",
].flatMap((line) => line.split(" "))

const objectNames = ["objects_created", "objects_changed", "objects_removed"] as const

/** The day that a clock in a time zone shows, such as `2026-11-20`. */
export const formatDay = (at: number, timeZone: string): string =>
  new Date(at).toLocaleDateString("sv-SE", { timeZone })

/** The rows that the API must answer. */
export const readFigures = (
  log: ReadonlyArray<WorkEntry>,
  { by, end, start, timeZone, user }: FiguresQuery,
  categories: ReadonlyMap<number, string>,
): ReadonlyArray<Row> => {
  const rows = new Map<string, Row>()
  const isByCategory = by.includes("category")
  const findRow = (
    entry: WorkEntry,
    person: string,
    workType: string,
    category?: number,
  ): Row | undefined => {
    if (user !== undefined && user !== person) return undefined
    const dimensions: Row = {}
    if (by.includes("day")) dimensions.day = formatDay(entry.at, timeZone)
    if (by.includes("person")) dimensions.person = person
    if (by.includes("work_type")) dimensions.work_type = workType
    if (category !== undefined) {
      dimensions.category_id = category
      dimensions.category = categories.get(category) ?? null
    }
    const key = JSON.stringify(dimensions)
    const row = rows.get(key) ?? { ...dimensions }
    for (const name of isByCategory ? objectNames : names) row[name] ??= 0
    rows.set(key, row)
    return row
  }
  const add = (row: Row | undefined, name: string, number: number) => {
    if (row !== undefined) row[name] = Number(row[name]) + number
  }
  for (const entry of log) {
    if (entry.at < start || entry.at >= end) continue
    const { action, labeler, objects, paused, person, time, wasReviewed, workType } = entry
    if (isByCategory) {
      for (const [category, counts] of objects)
        for (const [index, name] of objectNames.entries())
          add(findRow(entry, person, workType, category), name, counts[index] ?? 0)
      continue
    }
    const row = findRow(entry, person, workType)
    add(row, "workunits", 1)
    add(row, "time", time)
    add(row, "inactive_time", paused)
    const columns = {
      submit: "submitted",
      save: "saved",
      skip: "skipped",
      accept: "accepted",
      reject: "rejected",
      write: "edited",
    }
    add(row, columns[action], 1)
    if (action === "submit" && wasReviewed) add(row, "resubmitted", 1)
    for (const counts of objects.values())
      for (const [index, name] of objectNames.entries()) add(row, name, counts[index] ?? 0)
    if (labeler === null) continue
    const reviewed = findRow(entry, labeler, "label")
    if (action === "reject") add(reviewed, "returned", 1)
    if (!wasReviewed) add(reviewed, "first_reviews", 1)
    if (!wasReviewed && action === "accept") add(reviewed, "first_reviews_accepted", 1)
  }
  if (!isByCategory)
    for (const row of rows.values()) {
      const { first_reviews: reviews, first_reviews_accepted: accepted } = row
      row.first_pass_acceptance = Number(reviews) === 0 ? null : round(Number(accepted) / Number(reviews))
    }
  return [...rows.values()].sort(compareRows)
}

const round = (share: number): number => Math.round(share * 10_000) / 10_000

const compareRows = (a: Row, b: Row): number => {
  for (const name of ["day", "person", "work_type"]) {
    const [x, y] = [String(a[name] ?? ""), String(b[name] ?? "")]
    if (x !== y) return x < y ? -1 : 1
  }
  return Number(a.category_id ?? 0) - Number(b.category_id ?? 0)
}
