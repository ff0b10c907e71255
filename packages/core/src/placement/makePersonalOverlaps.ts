import { Effect } from "effect"
import type { DatasetId, SampleId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { Overlap } from "../domain/Overlap.ts"
import { OverlapStore } from "./OverlapStore.ts"

/** An overlap as a person reads it. */
export interface PersonalOverlap extends Overlap {
  /** Whether the person has the claim of the decision. False after the lease has expired. */
  readonly isDeciding: boolean
}

/** Finds overlaps for people who read them. */
export const makePersonalOverlaps = Effect.gen(function* () {
  const store = yield* OverlapStore

  /** The overlaps of those of these samples that have one. At most 1000. */
  const find = (
    user: Username,
    dataset: DatasetId,
    samples: ReadonlyArray<SampleId>,
  ): Effect.Effect<ReadonlyMap<SampleId, PersonalOverlap>> =>
    Effect.flatMap(store.find(dataset, samples), (overlaps) =>
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

  return { find }
})

/** Whether the last lease of the decision is that of the person. It may have expired. */
export const hasDecisionLease = ({ places }: Pick<Overlap, "places">, user: Username): boolean =>
  places.some(({ lease, queue }) => queue === "reviewing" && lease?.holder === user)

const noDecisions: ReadonlySet<SampleId> = new Set()

const addDecisions = (
  overlaps: ReadonlyMap<SampleId, Overlap>,
  decisions: ReadonlySet<SampleId>,
): ReadonlyMap<SampleId, PersonalOverlap> =>
  new Map(
    Array.from(overlaps, ([id, overlap]) => [id, { ...overlap, isDeciding: decisions.has(id) }] as const),
  )
