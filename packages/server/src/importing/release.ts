/**
 * Reads a release file: its dataset, and its samples with the labels of every labelset. An original file is read line by
 * line, at any size; a rewritten one (indented, or from another program) is read whole.
 */
import type { JsonText } from "@annotary/core/effect"
import { scan } from "@annotary/http"
import { Either } from "effect"
import { type Fields, fieldsOf, type Violations } from "./Fields.ts"
import type { Item } from "./items.ts"
import { linesOf } from "./lines.ts"
import { contentKeys, contentOf, type ImportedLabel, type ImportedSample } from "./record.ts"

/** The head of a release, which describes its dataset. */
export interface ReleaseHead {
  readonly owner: string
  readonly dataset: string
  readonly taskType: string
  readonly taskAttributes: JsonText
  readonly labelsets: ReadonlyArray<{ readonly name: string; readonly description: string }>
}

export interface ReleaseFile {
  readonly head: ReleaseHead
  /** Whether it has its original lines, with their checksums. */
  readonly sealed: boolean
  /** Whether a label in it is VERIFIED, which a dataset must allow. */
  readonly hasVerified: boolean
  readonly items: () => AsyncGenerator<Item>
}

/** Parses the head of a release from its first line. Returns undefined for another line. */
export const releaseHead = (line: Uint8Array): ReleaseHead | undefined => {
  const ended = Buffer.concat([line, Buffer.from("]}}")])
  const fields = Either.getOrUndefined(fieldsOf(ended))
  const dataset = fields?.keys.includes("created_at") === true ? fields.nested("dataset") : undefined
  return dataset === undefined ? undefined : Either.getOrUndefined(headOf(dataset))
}

/** An original release, from the file at the path. */
export const sealedRelease = (path: string, head: ReleaseHead, hasVerified: boolean): ReleaseFile => ({
  head,
  hasVerified,
  sealed: true,
  items: () => lineItems(path, head),
})

async function* lineItems(path: string, head: ReleaseHead): AsyncGenerator<Item> {
  for await (const { bytes, number } of linesOf(path)) {
    const place = `${path}:${number}`
    if (bytes === null) yield { place, size: 0, sample: wrong("is longer than 128 MiB") }
    // The first line is the head, and the last one the checksums.
    else if (number > 1 && bytes[0] !== 0x5d) {
      const body = bytes.at(-1) === 0x2c ? bytes.subarray(0, -1) : bytes
      yield { place, size: bytes.length + 1, sample: releaseSample(body, head) }
    }
  }
}

/** A rewritten release. Returns undefined for another object, and Left with the violations of a release. */
export const rewrittenRelease = (
  path: string,
  bytes: Uint8Array,
): Either.Either<ReleaseFile, Violations> | undefined => {
  const fields = Either.getOrUndefined(fieldsOf(bytes))
  const dataset = fields?.keys.includes("dataset") === true ? fields.nested("dataset") : undefined
  if (fields === undefined || dataset === undefined || !dataset.keys.includes("samples")) return undefined
  return Either.flatMap(headOf(dataset), (head) =>
    Either.flatMap(samplesIn(dataset), (samples) => {
      const counted = fields.nested("integrity")?.number("samples_count")
      return counted !== undefined && counted !== samples.length
        ? Either.left([
            {
              pointer: "/integrity/samples_count",
              message: `is ${counted}, and the file holds ${samples.length}`,
            },
          ])
        : Either.right({
            head,
            sealed: false,
            hasVerified: Buffer.from(bytes).includes('"VERIFIED"'),
            items: () => documentItems(path, samples, head),
          })
    }),
  )
}

const samplesIn = (dataset: Fields): Either.Either<ReadonlyArray<Uint8Array>, Violations> => {
  const bytes = dataset.bytesOf("samples")
  const document = bytes === undefined ? undefined : Either.getOrUndefined(scan(bytes))
  return bytes === undefined || document?.items === undefined
    ? Either.left([{ pointer: "/dataset/samples", message: "must be a list" }])
    : Either.right(document.items.map(({ end, start }) => bytes.subarray(start, end)))
}

async function* documentItems(
  path: string,
  samples: ReadonlyArray<Uint8Array>,
  head: ReleaseHead,
): AsyncGenerator<Item> {
  for (const [index, bytes] of samples.entries()) {
    yield { place: `${path}: sample ${index + 1}`, size: bytes.length, sample: releaseSample(bytes, head) }
  }
}

const headOf = (dataset: Fields): Either.Either<ReleaseHead, Violations> => {
  const head = {
    owner: dataset.text("owner") ?? dataset.missing("owner"),
    dataset: dataset.text("name") ?? dataset.missing("name"),
    taskType: dataset.text("task_type") ?? dataset.missing("task_type"),
    taskAttributes: dataset.requiredObject("task_attributes"),
    labelsets: labelsetsIn(dataset),
  }
  const { labelsets, taskAttributes } = head
  if (taskAttributes === null) dataset.refuse("task_attributes", "must be an object")
  return taskAttributes === null || labelsets === undefined || dataset.violations.length > 0
    ? Either.left(dataset.violations)
    : Either.right({ ...head, taskAttributes, labelsets })
}

const labelsetsIn = (dataset: Fields): ReleaseHead["labelsets"] | undefined => {
  const bytes = dataset.bytesOf("labelsets")
  const document = bytes === undefined ? undefined : Either.getOrUndefined(scan(bytes))
  if (bytes === undefined || document?.items === undefined) {
    dataset.refuse("labelsets", "must be a list")
    return undefined
  }
  return document.items.flatMap(({ end, start }, index) => {
    const labelset = Either.getOrUndefined(fieldsOf(bytes.subarray(start, end)))
    const name = labelset?.text("name")
    if (name === undefined) {
      dataset.refuse("labelsets", `has no name at ${index}`)
      return []
    }
    return [{ name, description: labelset?.text("description") ?? "" }]
  })
}

/** Parses one sample of a release. Fields that only the original server can use (ids, times, users) are accepted and ignored. */
const releaseSample = (
  bytes: Uint8Array,
  { labelsets }: ReleaseHead,
): Either.Either<ImportedSample, Violations> =>
  Either.flatMap(fieldsOf(bytes), (fields) => {
    fields.only(sampleKeys)
    const labels = fields.nested("labels")
    labels?.only(new Set(labelsets.map(({ name }) => name)))
    const sample: ImportedSample = {
      ...contentOf(fields),
      labels: (labels?.keys ?? []).flatMap((labelset) => {
        const label = labels?.nested(labelset)
        return label === undefined ? [] : [releaseLabel(label, labelset)]
      }),
    }
    return fields.violations.length > 0 ? Either.left(fields.violations) : Either.right(sample)
  })

const releaseLabel = (label: Fields, labelset: string): ImportedLabel => {
  label.only(labelKeys)
  return {
    pointer: label.pointer,
    labelset,
    status: label.text("label_status") ?? label.missing("label_status"),
    attributes: label.object("attributes") ?? null,
    score: label.number("score") ?? null,
    rating: label.number("rating") ?? null,
  }
}

const sampleKeys: ReadonlySet<string> = new Set([
  ...contentKeys,
  "uuid",
  "created_at",
  "created_by",
  "labels",
])
const labelKeys: ReadonlySet<string> = new Set([
  "label_status",
  "attributes",
  "created_at",
  "created_by",
  "updated_at",
  "updated_by",
  "reviewed_at",
  "reviewed_by",
  "score",
  "rating",
])

const wrong = (message: string): Either.Either<never, Violations> => Either.left([{ pointer: "", message }])
