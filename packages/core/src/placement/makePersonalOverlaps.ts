import { Effect } from "effect"
import type { DatasetId, SampleId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { BriefOverlap, Overlap } from "../domain/Overlap.ts"
import { OverlapStore } from "./OverlapStore.ts"

/** The claim of a person, which decides about the parts of an overlap that they may see. */
export interface PersonalView {
  /** Whether the person has the claim of the decision. False after the lease has expired. */
  readonly isDeciding: boolean
}

/** An overlap as a person reads it. */
export type PersonalOverlap = BriefOverlap & PersonalView

/** Finds overlaps for people who read them. */
export const makePersonalOverlaps = Effect.gen(function* () {
  const store = yield* OverlapStore

  /** The overlaps with the comparisons of their labels, of those of these samples that have one. At most 1000. */
  const find = (user: Username, dataset: DatasetId, samples: ReadonlyArray<SampleId>) =>
    addViews(user, store.find(dataset, samples))

  /** The same without the comparisons, with their scores where these are asked for. At most 1000. */
  const findBrief = (
    user: Username,
    dataset: DatasetId,
    samples: ReadonlyArray<SampleId>,
    withScores: boolean,
  ) => addViews(user, store.findBrief(dataset, samples, withScores))

  const addViews = <A extends Pick<Overlap, "places">>(
    user: Username,
    found: Effect.Effect<ReadonlyMap<SampleId, A>>,
  ): Effect.Effect<ReadonlyMap<SampleId, A & PersonalView>> =>
    Effect.flatMap(found, (overlaps) =>
      [...overlaps.values()].some((overlap) => hasDecisionLease(overlap, user))
        ? // Compares the lease with the clock of the storage.
          Effect.map(store.listClaims({ user }), (claims) =>
            addDecisions(
              overlaps,
              new Set(claims.filter(({ queue }) => queue === "reviewing").map(({ sampleId }) => sampleId)),
            ),
          )
        : Effect.succeed(addDecisions(overlaps, noDecisions)),
    )

  return { find, findBrief }
})

/** Whether the last lease of the decision is that of the person. It may have expired. */
export const hasDecisionLease = ({ places }: Pick<Overlap, "places">, user: Username): boolean =>
  places.some(({ lease, queue }) => queue === "reviewing" && lease?.holder === user)

const noDecisions: ReadonlySet<SampleId> = new Set()

const addDecisions = <A>(
  overlaps: ReadonlyMap<SampleId, A>,
  decisions: ReadonlySet<SampleId>,
): ReadonlyMap<SampleId, A & PersonalView> =>
  new Map(
    Array.from(overlaps, ([id, overlap]) => [id, { ...overlap, isDeciding: decisions.has(id) }] as const),
  )
