/** Holds the memory of a storm of several people per sample against the database: exactly the asked labels, by as many people each. */
import { Array as Arr } from "effect"
import { unlessSame } from "../checkStorm.ts"
import type { Memory } from "../Memory.ts"
import { type Rows, readText } from "../stored.ts"

export interface StoredOverlaps {
  readonly samples: ReadonlyArray<{ readonly sample: string; readonly state: string }>
  readonly labels: ReadonlyArray<{
    readonly sample: string
    readonly labeler: string
    readonly token: string
  }>
  /** Places that are left in the queue of labeling. */
  readonly toLabel: ReadonlyArray<string>
  /** Samples that somebody has. */
  readonly held: ReadonlyArray<string>
  /** Events about labels: nothing is decided, so there are none. */
  readonly events: number
  readonly workunits: ReadonlyArray<{
    readonly claim: string
    readonly sample: string
    readonly user: string
  }>
}

export const checkOverlaps = (
  memory: Memory,
  stored: StoredOverlaps,
  overlap: number,
): ReadonlyArray<string> => {
  const submits = [...memory.grants.values()].flatMap((grant) =>
    grant.end?.action === "submit" && grant.end.outcome === "done"
      ? [{ ...grant, token: grant.end.token }]
      : [],
  )
  const bySample = Arr.groupBy(stored.labels, ({ sample }) => sample)
  const byToken = new Map(stored.labels.map((label) => [label.token, label]))
  const units = new Map(stored.workunits.map((unit) => [unit.claim, unit]))
  return [
    ...memory.faults,
    ...submits.flatMap(({ claim, sample, token, user }) => {
      const label = byToken.get(token)
      const unit = units.get(claim)
      return [
        ...(label?.sample === sample && label.labeler === user
          ? []
          : [`the label ${token} of ${user} is lost`]),
        ...(unit?.sample === sample && unit.user === user ? [] : [`the work ${claim} of ${user} is lost`]),
      ]
    }),
    ...unlessSame(stored.labels.length, submits.length, "labels"),
    ...unlessSame(stored.workunits.length, submits.length, "workunits"),
    ...stored.samples.flatMap(({ sample, state }) => {
      const labels = bySample[sample] ?? []
      const people = new Set(labels.map(({ labeler }) => labeler))
      return [
        ...(labels.length === overlap ? [] : [`${sample} has ${labels.length} labels`]),
        ...(people.size === labels.length
          ? []
          : [`${sample} has ${labels.length} labels of ${people.size} people`]),
        ...(state === "adjudicating" ? [] : [`${sample} is ${state}`]),
      ]
    }),
    ...stored.toLabel.map((sample) => `${sample} still waits for a labeler`),
    ...stored.held.map((sample) => `somebody still has ${sample}`),
    ...unlessSame(stored.events, 0, "events about labels"),
  ]
}

/** Reads them past the engine. The questions are the same for every database. */
export const readOverlaps = async (rows: Rows): Promise<StoredOverlaps> => {
  const list = async (sql: string) => (await rows(sql)).map((row) => readText(row, "sample_id"))
  const [events] = await rows("SELECT COUNT(*) AS n FROM outbox WHERE type LIKE 'label.%'")
  return {
    samples: (await rows("SELECT sample_id, state FROM overlap_samples")).map((row) => ({
      sample: readText(row, "sample_id"),
      state: readText(row, "state"),
    })),
    labels: (await rows("SELECT sample_id, labeler, attributes FROM overlap_labels")).map((row) => ({
      sample: readText(row, "sample_id"),
      labeler: readText(row, "labeler"),
      token: /"token":"([^"]+)"/.exec(readText(row, "attributes"))?.[1] ?? "",
    })),
    toLabel: await list("SELECT sample_id FROM overlap_places WHERE queue = 1"),
    held: await list("SELECT sample_id FROM overlap_places WHERE holder IS NOT NULL"),
    events: Number(events?.n ?? 0),
    workunits: (await rows("SELECT claim_id, sample_id, created_by FROM workunits")).map((row) => ({
      claim: readText(row, "claim_id"),
      sample: readText(row, "sample_id"),
      user: readText(row, "created_by"),
    })),
  }
}
