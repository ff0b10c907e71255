/** Pictures of a dataset whose samples state another size than their files have. Their files are opened as exports open them. */
import {
  Access,
  type DatasetRef,
  type ExportedSample,
  ExportedSamples,
  ExportPictures,
  groundTruth,
  hashUrl,
  LabelStatus,
  type MeasuredPictureOfSample,
  SampleFiles,
} from "@annotary/core/effect"
import {
  checkPictures,
  type MeasuredPicture,
  measureStream,
  parseJson,
  toMeasuredPicture,
} from "@annotary/formats"
import { Effect, Runtime, Stream } from "effect"

/** The faults of each sample, in the order of the samples. Sizes that were not known are saved. */
export const checkPictureLines = Effect.fnUntraced(function* (ref: DatasetRef) {
  const { dataset } = yield* (yield* Access).require(ref, "read")
  const { flush, onMeasured, withSizes } = (yield* ExportPictures).begin(dataset.id)
  const measure = yield* makeMeasure(dataset.owner, onMeasured)
  const { samples } = yield* (yield* ExportedSamples).open(dataset.id, everySample)
  const lines = Stream.flatMap(withSizes(samples), (sample) => {
    const { attributes, name } = sample
    const parsed = parseJson(attributes, name)
    if (parsed === null) return Stream.empty
    const faults = checkPictures({ name, attributes: parsed }, dataset.taskType, measure(sample))
    return Stream.orDie(Stream.fromAsyncIterable(faults, (cause) => cause)).pipe(
      Stream.map((fault) => ({ name, fault })),
    )
  })
  return Stream.concat(lines, Stream.execute(flush))
})

/** Assets are opened each time, so that a lost file is found; other files only while their size is not known. */
const makeMeasure = Effect.fnUntraced(function* (
  owner: string,
  onMeasured: (picture: MeasuredPictureOfSample) => void,
) {
  const files = yield* SampleFiles
  const runtime = yield* Effect.runtime<never>()
  return ({ id, sizes }: ExportedSample) => {
    const sizesByUrl = new Map(sizes?.map((size) => [size.url, size]))
    return async (url: string): Promise<MeasuredPicture | null> => {
      const stored = sizesByUrl.get(hashUrl(url))
      const asset = await Runtime.runPromise(runtime)(files.openAsset(url))
      if (asset === null && stored !== undefined) return toMeasuredPicture(stored)
      const content = asset ?? (await Runtime.runPromise(runtime)(files.open(owner, url)))
      const picture = content === null ? null : await measureStream(content)
      if (picture === null || stored !== undefined) return picture
      const { orientation, size } = picture
      onMeasured({ sample: id, url, orientation, width: size.width, height: size.height })
      return picture
    }
  }
})

const everySample = {
  labelset: groundTruth,
  statuses: ["UNLABELED", ...LabelStatus.literals],
} as const
