/**
 * Parses one sample of an import. Attributes and metadata stay text, with digits beyond 2^53; only small fields are
 * decoded. Unknown keys are refused by name, so that nothing is silently dropped.
 */
import { castToJsonText, type JsonText, type NewSample } from "@annotary/core/effect"
import { Either } from "effect"
import { type Fields, parseFields, readObjectText, type Violations } from "./Fields.ts"
import { describeForeignObject, isForeignFormat } from "./foreign.ts"

export interface ImportedLabel {
  /** Its position in the sample. */
  readonly pointer: string
  /** Undefined for the ground truth. */
  readonly labelset: string | undefined
  readonly status: string | undefined
  readonly attributes: JsonText | null
  readonly score: number | null
  readonly rating: number | null
}

export interface ImportedSample {
  readonly name: string
  readonly attributes: JsonText | null
  readonly metadata: JsonText | undefined
  readonly priority: number | undefined
  readonly readme: string | undefined
  readonly assignedLabeler: string | undefined
  readonly assignedReviewer: string | undefined
  /** The number of people who label it. */
  readonly overlap?: number | undefined
  readonly labels: ReadonlyArray<ImportedLabel>
  /** Measured sizes of its pictures. */
  readonly pictureSizes?: NewSample["pictureSizes"]
}

/** Parses a line of a file or a sample's file. `name` is used when the sample has none. */
export const readSample = (bytes: Uint8Array, name?: string): Either.Either<ImportedSample, Violations> =>
  Either.flatMap(parseFields(bytes), (fields) => {
    // Every key of another format would be a separate violation.
    if (isForeign(fields.keys))
      return Either.left([{ pointer: "", message: `is ${describeForeignObject(fields.keys)}, not a sample` }])
    fields.refuseOthers(sampleKeys)
    const label = fields.getFields("label")
    const sample: ImportedSample = {
      ...readContent(fields, name),
      labels: label === undefined ? [] : [readLineLabel(label)],
    }
    return fields.violations.length > 0 ? Either.left(fields.violations) : Either.right(sample)
  })

/** The fields shared by all forms of a sample. */
export const readContent = (fields: Fields, name?: string): Omit<ImportedSample, "labels"> => ({
  name: fields.getText("name") ?? name ?? fields.reportMissing("name"),
  attributes: fields.requireObject("attributes"),
  metadata: fields.getObject("metadata") ?? undefined,
  priority: fields.getNumber("priority"),
  readme: fields.getText("readme"),
  assignedLabeler: fields.getText("assigned_labeler"),
  assignedReviewer: fields.getText("assigned_reviewer"),
  overlap: fields.getNumber("overlap"),
})

const readLineLabel = (label: Fields): ImportedLabel => {
  label.refuseOthers(labelKeys)
  return {
    pointer: label.pointer,
    labelset: label.getText("labelset"),
    status: label.getText("label_status"),
    attributes: label.requireObject("attributes"),
    score: label.getNumber("score") ?? null,
    rating: label.getNumber("rating") ?? null,
  }
}

/** Parses a file with one JSON object: the attributes of a label, or a configuration. */
export const readObject = (bytes: Uint8Array): Either.Either<JsonText, Violations> =>
  Either.map(readObjectText(bytes), castToJsonText)

export const contentKeys = [
  "name",
  "attributes",
  "metadata",
  "priority",
  "readme",
  "assigned_labeler",
  "assigned_reviewer",
  "overlap",
]
const sampleKeys: ReadonlySet<string> = new Set([...contentKeys, "label"])
const labelKeys: ReadonlySet<string> = new Set(["labelset", "label_status", "attributes", "score", "rating"])

const isForeign = (keys: ReadonlyArray<string>): boolean =>
  !keys.includes("attributes") && (isForeignFormat(keys) || !keys.some((key) => sampleKeys.has(key)))

/** `similar`: some keys are those of a sample, but others are not, or the attributes are missing. */
export type SampleLikeness = "same" | "similar" | "none"

/** Compares the keys of an object with those of a sample; its values may be wrong. */
export const compareToSample = (bytes: Uint8Array): SampleLikeness =>
  Either.match(parseFields(bytes), {
    onLeft: () => "none",
    onRight: ({ keys }) => {
      if (isForeign(keys)) return "none"
      return keys.includes("attributes") && keys.every((key) => sampleKeys.has(key)) ? "same" : "similar"
    },
  })
