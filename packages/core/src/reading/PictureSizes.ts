import { Effect } from "effect"
import type { DatasetId, SampleId } from "../domain/Ids.ts"
import { type PictureSize, readPictureSizes } from "../domain/PictureSize.ts"
import { PictureSizeStore } from "./PictureSizeStore.ts"

const batch = 1000

/** Reads measured sizes of pictures. Checks no permissions. */
export class PictureSizes extends Effect.Service<PictureSizes>()("@annotary/core/PictureSizes", {
  effect: Effect.gen(function* () {
    const store = yield* PictureSizeStore

    const findAll = Effect.fnUntraced(function* (dataset: DatasetId, ids: ReadonlyArray<SampleId>) {
      const sizes = new Map<
        SampleId,
        { readonly isCurrent: boolean; readonly pictures: ReadonlyArray<PictureSize> }
      >()
      for (let at = 0; at < ids.length; at += batch)
        for (const [id, { isCurrent, pictures }] of yield* store.find(dataset, ids.slice(at, at + batch)))
          sizes.set(id, { isCurrent, pictures: readPictureSizes(pictures) })
      return sizes
    })

    /** The sizes of the pictures at their places in the attributes that the samples have now. */
    const find = (dataset: DatasetId, ids: ReadonlyArray<SampleId>) =>
      Effect.map(
        findAll(dataset, ids),
        (all) =>
          new Map(
            [...all].flatMap(([id, { isCurrent, pictures }]) => (isCurrent ? [[id, pictures] as const] : [])),
          ),
      )

    return {
      find,
      /** Sizes that may be of earlier attributes: their digests of URLs count, their places do not. */
      findAll,
    }
  }),
}) {}
