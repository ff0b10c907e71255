import { Effect } from "effect"
import type { Permitted } from "../access/Access.ts"
import type { SampleId } from "../domain/Ids.ts"
import type { Label } from "../domain/Label.ts"
import type { Labelset } from "../domain/Labelset.ts"
import type { Username } from "../domain/Names.ts"
import { allows } from "../domain/permissions.ts"
import type { SampleRow } from "../reading/SampleStore.ts"
import { makePersonalOverlaps, type PersonalOverlap } from "./makePersonalOverlaps.ts"
import { pickStart } from "./pickStart.ts"

/** The caller of a read, and the dataset that is read. */
export type Reader = Pick<Permitted, "actor" | "dataset" | "role">

/**
 * Whether samples of the dataset may contain work that the caller must not see before the decision. False in datasets without overlap, which
 * costs them nothing, and for those who see who works on what.
 */
export const isBlind = ({ dataset, role }: Reader): boolean =>
  dataset.settings.usesOverlap && !allows(role, "view_work", dataset)

/** Whether labels of the labelset may be those of samples of which more labels are requested. */
export const canHideTruth = (reader: Reader, { isGroundTruth }: Pick<Labelset, "isGroundTruth">): boolean =>
  isGroundTruth && isBlind(reader)

/** Finds the overlaps that decide on what a caller may see. Checks no permissions. */
export const makeOverlapBlindness = Effect.gen(function* () {
  const overlapReads = yield* makePersonalOverlaps

  /** The overlaps of these samples; none for callers who are not blind. At most 1000. */
  const find = (reader: Reader, samples: ReadonlyArray<SampleId>) =>
    samples.length === 0 || !isBlind(reader)
      ? Effect.succeed(noOverlaps)
      : overlapReads.findBrief(reader.actor, reader.dataset.id, [...new Set(samples)], false)

  /** Whether the caller sees the ground truth of the sample as {@link pickShown} shows it. Called where {@link canHideTruth}. */
  const isTruthHidden = (reader: Reader, sample: SampleId) =>
    Effect.map(find(reader, [sample]), (overlaps) => isHiddenIn(reader, overlaps.get(sample)))

  /** The label of a labelset as the caller may see it. */
  const showLabel = (reader: Reader, labelset: Labelset, label: Label | null): Effect.Effect<Label | null> =>
    label === null || !canHideTruth(reader, labelset)
      ? Effect.succeed(label)
      : Effect.map(isTruthHidden(reader, label.sampleId), (isHidden) =>
          isHidden ? pickShown(reader, label) : label,
        )

  /** The rows of a labelset with the labels that the caller may see. At most 1000. */
  const showRows = (reader: Reader, labelset: Labelset, rows: ReadonlyArray<SampleRow>) => {
    const labeled = rows.flatMap(({ label, sample }) => (label == null ? [] : [sample.id]))
    return !canHideTruth(reader, labelset) || labeled.length === 0
      ? Effect.succeed(rows)
      : Effect.map(find(reader, labeled), (overlaps) =>
          rows.map((row) => (isHiddenIn(reader, overlaps.get(row.sample.id)) ? showStart(reader, row) : row)),
        )
  }

  return { find, isTruthHidden, showLabel, showRows }
})

/** A hidden ground truth as the caller sees it: their own label, or one from which labeling starts. */
export const pickShown = ({ actor }: Pick<Reader, "actor">, truth: Label | null): Label | null =>
  truth?.labeler === actor ? truth : pickStart(truth)

const isHiddenIn = (reader: Reader, overlap: PersonalOverlap | undefined): boolean =>
  overlap?.state === "labeling" ||
  (overlap !== undefined && isUndecided(overlap) && !isDecider(reader, overlap))

/** Whether the sample waits for a decision. It waits for none where a manager has finished the ground truth, which everybody sees then. */
const isUndecided = ({ places, state }: PersonalOverlap): boolean =>
  state === "adjudicating" && places.length > 0

/** Whether the caller sees what the decision is made from. A reviewer who gave a label may take it back until they have the claim of the decision. */
const isDecider = ({ actor, dataset, role }: Reader, { isDeciding, labelers }: PersonalOverlap): boolean =>
  allows(role, "review", dataset) && (!labelers.includes(actor) || isDeciding)

const showStart = (reader: Reader, row: SampleRow): SampleRow =>
  pickShown(reader, row.label ?? null) === null
    ? { ...row, label: null, long: row.long && { attributes: row.long.attributes } }
    : row

/**
 * Whether the caller may not see what the person wrote about the sample, because it could reveal their label: while labels are missing, and for
 * those who do not make the decision until it is made.
 */
export const isHiddenFrom = (reader: Reader, overlap: PersonalOverlap, author: Username): boolean =>
  author !== reader.actor &&
  (overlap.state === "gold" || isHiddenIn(reader, overlap)) &&
  isParticipant(overlap, author)

/** Whether the person gave a label of the sample, or may give one: they have a place. */
const isParticipant = ({ labelers, places }: PersonalOverlap, person: Username): boolean =>
  labelers.includes(person) ||
  places.some(
    ({ lease, ownUser, queue }) => queue === "labeling" && (ownUser === person || lease?.holder === person),
  )

const noOverlaps: ReadonlyMap<SampleId, PersonalOverlap> = new Map()
