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
      const cached = wantsTruth ? groundTruths.get(dataset) : undefined
      if (cached !== undefined) return cached
      const labelset = yield* store.byName(dataset, name)
      if (Option.isNone(labelset)) return yield* new NotFound({ resource: "labelset" })
      if (labelset.value.isGroundTruth) {
        if (groundTruths.size >= mostKept) groundTruths.clear()
        groundTruths.set(dataset, labelset.value)
      }
      return labelset.value
    })

    /** The ground truth. Every dataset has one, so its absence is a defect. */
    const getGroundTruth = (dataset: DatasetId): Effect.Effect<Labelset> =>
      Effect.orDie(find(dataset, groundTruth))

    return { find, getGroundTruth }
  }),
}) {}
