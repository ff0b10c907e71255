import { Chunk, Effect, Stream } from "effect"
import type { DatasetId, SampleId } from "../domain/Ids.ts"
import { hashUrl, type MeasuredSize } from "../domain/PictureSize.ts"
import type { MeasuredPictureOfSample } from "../files/FormatRegistry.ts"
import { PictureSizeWriter } from "../pictures/PictureSizeWriter.ts"
import { PictureSizes } from "../reading/PictureSizes.ts"
import type { ExportedSample } from "../releases/ExportedSamples.ts"

/** The pictures that wait until their sizes are saved. */
const maxWaiting = 2000

/** Gives the samples of an export the sizes that are known, and saves those that the export measures. */
export class ExportPictures extends Effect.Service<ExportPictures>()("@annotary/core/ExportPictures", {
  effect: Effect.gen(function* () {
    const sizes = yield* PictureSizes
    const writer = yield* PictureSizeWriter

    /** Begins an export of a dataset. */
    const begin = (dataset: DatasetId) => {
      let waiting = new Map<SampleId, Map<string, MeasuredSize>>()
      let count = 0

      /** Notes a size. It is saved later. */
      const noteMeasured = ({ sample, url, ...size }: MeasuredPictureOfSample): void => {
        const ofSample = waiting.get(sample) ?? new Map<string, MeasuredSize>()
        waiting.set(sample, ofSample.set(hashUrl(url), size))
        count += 1
      }

      /** Saves the sizes that were noted. */
      const flush = Effect.suspend(() => {
        const measured = waiting
        waiting = new Map()
        count = 0
        return measured.size === 0 ? Effect.void : writer.save(dataset, measured)
      })

      /** The same samples, with known sizes. */
      const withSizes = <E, R>(samples: Stream.Stream<ExportedSample, E, R>) =>
        Stream.mapChunksEffect(samples, (chunk) =>
          Effect.gen(function* () {
            if (count >= maxWaiting) yield* flush
            const knownSizes = yield* sizes.findAll(
              dataset,
              Chunk.toReadonlyArray(Chunk.map(chunk, ({ id }) => id)),
            )
            return Chunk.map(chunk, (sample): ExportedSample => {
              const pictures = knownSizes.get(sample.id)?.pictures
              return pictures === undefined ? sample : { ...sample, sizes: pictures }
            })
          }),
        )

      return { onMeasured: noteMeasured, flush, withSizes }
    }

    return { begin }
  }),
}) {
  static readonly dependencies = [PictureSizeWriter, PictureSizes] as const
}
