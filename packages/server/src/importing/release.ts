/**
 * Reads a release file: its dataset, and its samples with the labels of every labelset. An original file is read line by
 * line, at any size; a rewritten one (indented, or from another program) is read whole.
 */
import type { JsonText } from "@annotary/core/effect"
import { scan } from "@annotary/http"
import { Either } from "effect"
import { type Fields, parseFields, type Violations } from "./Fields.ts"
import type { Item } from "./items.ts"
import { readLines } from "./lines.ts"
import { contentKeys, type ImportedLabel, type ImportedSample, readContent } from "./record.ts"

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
  const fields = Either.getOrUndefined(parseFields(ended))
  const dataset = fields?.keys.includes("created_at") === true ? fields.getFields("dataset") : undefined
  return dataset === undefined ? undefined : Either.getOrUndefined(readHead(dataset))
}

/** An original release, from the file at the path. */
export const makeSealedRelease = (path: string, head: ReleaseHead, hasVerified: boolean): ReleaseFile => ({
  head,
  hasVerified,
  sealed: true,
  items: () => readLineItems(path, head),
})

async function* readLineItems(path: string, head: ReleaseHead): AsyncGenerator<Item> {
  for await (const { bytes, number } of readLines(path)) {
    const place = `${path}:${number}`
    if (bytes === null) yield { place, size: 0, sample: makeViolation("is longer than 128 MiB") }
    // The first line is the head, and the last one the checksums.
    else if (number > 1 && bytes[0] !== 0x5d) {
      const body = bytes.at(-1) === 0x2c ? bytes.subarray(0, -1) : bytes
      yield { place, size: bytes.length + 1, sample: releaseSample(body, head) }
    }
  }
}

/** A rewritten release. Returns undefined for another object, and Left with the violations of a release. */
export const parseRewrittenRelease = (
  path: string,
  bytes: Uint8Array,
): Either.Either<ReleaseFile, Violations> | undefined => {
  const fields = Either.getOrUndefined(parseFields(bytes))
  const dataset = fields?.keys.includes("dataset") === true ? fields.getFields("dataset") : undefined
  if (fields === undefined || dataset === undefined || !dataset.keys.includes("samples")) return undefined
  return Either.flatMap(readHead(dataset), (head) =>
    Either.flatMap(findSamples(dataset), (samples) => {
      const counted = fields.getFields("integrity")?.getNumber("samples_count")
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
            items: () => readDocumentItems(path, samples, head),
          })
    }),
  )
}

const findSamples = (dataset: Fields): Either.Either<ReadonlyArray<Uint8Array>, Violations> => {
  const bytes = dataset.getBytes("samples")
  const document = bytes === undefined ? undefined : Either.getOrUndefined(scan(bytes))
  return bytes === undefined || document?.items === undefined
    ? Either.left([{ pointer: "/dataset/samples", message: "must be a list" }])
    : Either.right(document.items.map(({ end, start }) => bytes.subarray(start, end)))
}

async function* readDocumentItems(
  path: string,
  samples: ReadonlyArray<Uint8Array>,
  head: ReleaseHead,
): AsyncGenerator<Item> {
  for (const [index, bytes] of samples.entries()) {
    yield { place: `${path}: sample ${index + 1}`, size: bytes.length, sample: releaseSample(bytes, head) }
  }
}

const readHead = (dataset: Fields): Either.Either<ReleaseHead, Violations> => {
  const head = {
    owner: dataset.getText("owner") ?? dataset.reportMissing("owner"),
    dataset: dataset.getText("name") ?? dataset.reportMissing("name"),
    taskType: dataset.getText("task_type") ?? dataset.reportMissing("task_type"),
    taskAttributes: dataset.requireObject("task_attributes"),
    labelsets: findLabelsets(dataset),
  }
  const { labelsets, taskAttributes } = head
  if (taskAttributes === null) dataset.refuse("task_attributes", "must be an object")
  return taskAttributes === null || labelsets === undefined || dataset.violations.length > 0
    ? Either.left(dataset.violations)
    : Either.right({ ...head, taskAttributes, labelsets })
}

const findLabelsets = (dataset: Fields): ReleaseHead["labelsets"] | undefined => {
  const bytes = dataset.getBytes("labelsets")
  const document = bytes === undefined ? undefined : Either.getOrUndefined(scan(bytes))
  if (bytes === undefined || document?.items === undefined) {
    dataset.refuse("labelsets", "must be a list")
    return undefined
  }
  return document.items.flatMap(({ end, start }, index) => {
    const labelset = Either.getOrUndefined(parseFields(bytes.subarray(start, end)))
    const name = labelset?.getText("name")
    if (name === undefined) {
      dataset.refuse("labelsets", `has no name at ${index}`)
      return []
    }
    return [{ name, description: labelset?.getText("description") ?? "" }]
  })
}

/** Parses one sample of a release. Fields that only the original server can use (ids, times, users) are accepted and ignored. */
const releaseSample = (
  bytes: Uint8Array,
  { labelsets }: ReleaseHead,
): Either.Either<ImportedSample, Violations> =>
  Either.flatMap(parseFields(bytes), (fields) => {
    fields.refuseOthers(sampleKeys)
    const labels = fields.getFields("labels")
    labels?.refuseOthers(new Set(labelsets.map(({ name }) => name)))
    const sample: ImportedSample = {
      ...readContent(fields),
      labels: (labels?.keys ?? []).flatMap((labelset) => {
        const label = labels?.getFields(labelset)
        return label === undefined ? [] : [releaseLabel(label, labelset)]
      }),
    }
    return fields.violations.length > 0 ? Either.left(fields.violations) : Either.right(sample)
  })

const releaseLabel = (label: Fields, labelset: string): ImportedLabel => {
  label.refuseOthers(labelKeys)
  return {
    pointer: label.pointer,
    labelset,
    status: label.getText("label_status") ?? label.reportMissing("label_status"),
    attributes: label.getObject("attributes") ?? null,
    score: label.getNumber("score") ?? null,
    rating: label.getNumber("rating") ?? null,
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

const makeViolation = (message: string): Either.Either<never, Violations> =>
  Either.left([{ pointer: "", message }])
