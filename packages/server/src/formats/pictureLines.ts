/** Pictures of a dataset whose samples state another size than their files have. Their files are opened as exports open them. */
import { Access, type DatasetRef, ExportedSamples, groundTruth, LabelStatus } from "@annotary/core/effect"
import { checkPictures, parseJson } from "@annotary/formats"
import { Effect, Stream } from "effect"
import { makeFileOpener } from "./files.ts"

/** The faults of each sample, in the order of the samples. */
export const pictureLines = Effect.fnUntraced(function* (ref: DatasetRef) {
  const { dataset } = yield* (yield* Access).require(ref, "read")
  const open = yield* makeFileOpener(dataset.owner)
  const samples = yield* (yield* ExportedSamples).open(dataset.id, everySample)
  return Stream.flatMap(samples, ({ attributes, name }) => {
    const parsed = parseJson(attributes, name)
    if (parsed === null) return Stream.empty
    const faults = checkPictures({ name, attributes: parsed }, dataset.taskType, open)
    return Stream.orDie(Stream.fromAsyncIterable(faults, (cause) => cause)).pipe(
      Stream.map((fault) => ({ name, fault })),
    )
  })
})

const everySample = {
  labelset: groundTruth,
  statuses: ["UNLABELED", ...LabelStatus.literals],
} as const
