import { Effect } from "effect"
import { hashUrl, type MeasuredSize, type PictureSize } from "../domain/PictureSize.ts"
import type { Sample } from "../domain/Sample.ts"
import { listPicturesInSlices } from "./listPicturesInSlices.ts"

/** Finds the sizes at the places of the attributes by the digests of their URLs. Sizes of URLs that the sample does not name are left out. */
export const placeSizes = (
  sample: Pick<Sample, "attributes">,
  sizesByDigest: ReadonlyMap<string, MeasuredSize>,
): Effect.Effect<ReadonlyArray<PictureSize>> =>
  Effect.map(listPicturesInSlices(sample), (pictures) =>
    pictures.flatMap(({ pointer, url }) => {
      const digest = hashUrl(url)
      const size = sizesByDigest.get(digest)
      if (size === undefined) return []
      const { height, orientation, width } = size
      return [{ pointer, url: digest, width, height, orientation }]
    }),
  )
