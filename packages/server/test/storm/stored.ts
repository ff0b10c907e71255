/** What the database holds after a storm, read past the engine. The questions are the same for every database. */
import type { WorkAction } from "./Memory.ts"

export interface Stored {
  readonly samples: ReadonlyArray<string>
  readonly queue: ReadonlyArray<{ readonly sample: string; readonly holder: string | null }>
  readonly labels: ReadonlyArray<{ readonly sample: string; readonly status: string }>
  readonly versions: ReadonlyArray<{
    readonly sample: string
    readonly action: string
    readonly token: string
  }>
  readonly workunits: ReadonlyArray<{
    readonly claim: string
    readonly sample: string
    readonly action: string
    readonly user: string
  }>
  /** Of labels. */
  readonly events: ReadonlyArray<{ readonly sample: string; readonly status: string }>
  readonly issues: number
  readonly issueEvents: number
  readonly countedSamples: number
  readonly counted: { readonly [status: string]: number }
}

export interface Row {
  readonly [column: string]: unknown
}

export type Rows = (sql: string) => Promise<ReadonlyArray<Row>>

export const readStored = async (rows: Rows): Promise<Stored> => {
  const counted = (await rows(countsSql))[0] ?? {}
  const events = await rows(
    "SELECT type, object FROM outbox WHERE type LIKE 'label.%' OR type LIKE 'issue.%'",
  )
  return {
    samples: (await rows("SELECT id FROM samples WHERE deleted_at IS NULL")).map((row) =>
      readText(row, "id"),
    ),
    queue: (await rows("SELECT sample_id, holder FROM sample_queue")).map((row) => ({
      sample: readText(row, "sample_id"),
      holder: row.holder === null ? null : readText(row, "holder"),
    })),
    labels: (await rows("SELECT sample_id, status FROM labels")).map((row) => ({
      sample: readText(row, "sample_id"),
      status: readText(row, "status"),
    })),
    versions: (await rows(versionsSql)).map((row) => ({
      sample: readText(row, "sample_id"),
      action: readText(row, "action"),
      token:
        readText(row, "action") === ("submit" satisfies WorkAction)
          ? tokenIn(readText(row, "attributes"))
          : "",
    })),
    workunits: (await rows("SELECT claim_id, sample_id, action, created_by FROM workunits")).map((row) => ({
      claim: readText(row, "claim_id"),
      sample: readText(row, "sample_id"),
      action: readText(row, "action"),
      user: readText(row, "created_by"),
    })),
    events: events.filter((row) => readText(row, "type").startsWith("label.")).map(labelOf),
    issues: count((await rows("SELECT COUNT(*) AS n FROM issues"))[0]?.n),
    issueEvents: events.filter((row) => readText(row, "type").startsWith("issue.")).length,
    countedSamples: count(counted.samples),
    counted: Object.fromEntries(statuses.map((status) => [status.toUpperCase(), count(counted[status])])),
  }
}

const statuses = [
  "prelabeled",
  "labeling_in_progress",
  "labeled",
  "reviewing_in_progress",
  "reviewed",
  "rejected",
  "skipped",
  "verified",
]
const countsSql = `SELECT ${["samples", ...statuses].map((name) => `SUM(${name}) AS ${name}`).join(", ")} FROM dataset_counts`
const versionsSql = `SELECT v.sample_id, v.action, c.attributes FROM label_versions v
  LEFT JOIN label_contents c ON c.dataset_id = v.dataset_id AND c.id = v.content`

const labelOf = (row: Row): { readonly sample: string; readonly status: string } => {
  const label: unknown = JSON.parse(readText(row, "object"))
  if (typeof label !== "object" || label === null) throw new Error("An event shows no label.")
  const found: Row = { ...label }
  return { sample: readText(found, "sample_uuid"), status: readText(found, "label_status") }
}

/** Reads a column that holds a text. */
export const readText = (row: Row, column: string): string => {
  const value = row[column]
  if (typeof value !== "string") throw new Error(`${column} is ${typeof value}, not a text.`)
  return value
}

/** Postgres adds up to texts. */
const count = (value: unknown): number => Number(value ?? 0)

const tokenIn = (attributes: string): string => /"token":"([^"]+)"/.exec(attributes)?.[1] ?? ""
