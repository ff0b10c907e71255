import { Effect, Option } from "effect"
import { NotFound } from "../domain/errors.ts"
import type { DatasetId } from "../domain/Ids.ts"
import type { Labelset } from "../domain/Labelset.ts"
import { groundTruth, nameKey } from "../domain/Names.ts"
import { LabelsetStore } from "./LabelsetStore.ts"

/** The ground truth of a dataset never changes, so it is read once and cached. */
const mostKept = 10_000

/** Finds the labelset that a request names, for modules that work with labels. Checks no permissions. */
export class LabelsetFinder extends Effect.Service<LabelsetFinder>()("@annotary/core/LabelsetFinder", {
  effect: Effect.gen(function* () {
    const store = yield* LabelsetStore
    const groundTruths = new Map<DatasetId, Labelset>()

    /** The labelset of that name, without regard to case. */
    const find = Effect.fnUntraced(function* (dataset: DatasetId, name: string) {
      const wantsTruth = nameKey(name) === groundTruth
      const kept = wantsTruth ? groundTruths.get(dataset) : undefined
      if (kept !== undefined) return kept
      const found = yield* store.byName(dataset, name)
      if (Option.isNone(found)) return yield* new NotFound({ resource: "labelset" })
      if (found.value.isGroundTruth) {
        if (groundTruths.size >= mostKept) groundTruths.clear()
        groundTruths.set(dataset, found.value)
      }
      return found.value
    })

    /** The ground truth. Every dataset has one, so its absence is a defect. */
    const truthOf = (dataset: DatasetId): Effect.Effect<Labelset> => Effect.orDie(find(dataset, groundTruth))

    return { find, truthOf }
  }),
}) {}
