import { Effect } from "effect"
import type { Permitted } from "../access/Access.ts"
import type { SampleId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { Overlap } from "../domain/Overlap.ts"
import { allows } from "../domain/permissions.ts"
import { OverlapStore } from "./OverlapStore.ts"

/** The caller of a read, and the dataset that is read. */
export type Reader = Pick<Permitted, "actor" | "dataset" | "role">

/**
 * Whether samples of the dataset may contain work that the caller must not see before the decision. False in datasets without overlap, which
 * costs them nothing, and for those who see who works on what.
 */
export const isBlind = ({ dataset, role }: Reader): boolean =>
  dataset.settings.usesOverlap && !allows(role, "view_work", dataset)

/** Finds the overlaps that decide on what a caller may see. Checks no permissions. */
export const makeOverlapBlindness = Effect.gen(function* () {
  const store = yield* OverlapStore

  /** The overlaps of these samples; none for callers who are not blind. At most 1000. */
  const find = (reader: Reader, samples: ReadonlyArray<SampleId>) =>
    samples.length === 0 || !isBlind(reader)
      ? Effect.succeed(noOverlaps)
      : store.find(reader.dataset.id, [...new Set(samples)])

  return { find }
})

/**
 * Whether the caller may not see what the person wrote about the sample, because it could reveal their label: while labels are missing, and until the
 * decision, which reviewers make.
 */
export const isHiddenFrom = (
  { actor, dataset, role }: Reader,
  { labelers, places, state }: Overlap,
  author: Username,
): boolean =>
  author !== actor &&
  (state === "labeling" ||
    state === "gold" ||
    (state === "adjudicating" && !allows(role, "review", dataset))) &&
  (labelers.includes(author) ||
    places.some(
      ({ lease, ownUser, queue }) => queue === "labeling" && (ownUser === author || lease?.holder === author),
    ))

const noOverlaps: ReadonlyMap<SampleId, Overlap> = new Map()
