/** Input of samples: its validation, and the samples from it. Pure. */
import { Schema } from "effect"
import type { Violation } from "../domain/errors.ts"
import { emptyObject, type JsonText } from "../domain/JsonText.ts"
import { type JsonInput, readJsonFields, type WithJsonText } from "../domain/jsonInput.ts"
import { isCleanText, nameKey, SampleName, type Username } from "../domain/Names.ts"
import { maxOverlap, OverlapCount } from "../domain/Overlap.ts"
import type { SizeOfUrl } from "../domain/PictureSize.ts"
import type { Sample } from "../domain/Sample.ts"
import { longest } from "../domain/wire/fields.ts"

/** Absent fields get their defaults. */
export interface NewSample {
  readonly name: string
  /** A JSON object, as text or plain, or null. */
  readonly attributes?: JsonInput | null | undefined
  /** A JSON object, as text or plain. Null stands for the empty one. */
  readonly metadata?: JsonInput | null | undefined
  readonly priority?: number | undefined
  /** Usernames in any spelling; null for nobody. */
  readonly assignedLabeler?: string | null | undefined
  readonly assignedReviewer?: string | null | undefined
  readonly readme?: string | undefined
  /** The number of people who label it. Absent: the `overlap` of the dataset. */
  readonly overlap?: number | undefined
  /** Sizes of its pictures that the caller has measured in their files. They are kept beside the sample; pictures are not measured again. */
  readonly pictureSizes?: ReadonlyArray<SizeOfUrl> | undefined
}

/** Absent fields stay unchanged. */
export type SamplePatch = Partial<Omit<NewSample, "overlap" | "pictureSizes">>

const jsonFields = ["attributes", "metadata"] as const

/** The input with JSON as text. */
export type ReadSample = WithJsonText<NewSample, (typeof jsonFields)[number]>
/** A change of a sample with JSON as text. */
export type ReadSamplePatch = Partial<Omit<ReadSample, "overlap" | "pictureSizes">>

/** Reads the JSON fields. `validated`: they contain validated text, see `ValidatedJson`. */
export const readSample = (input: NewSample, validated: boolean, at = "") =>
  readJsonFields(input, jsonFields, validated, at)
/** Reads the JSON fields of a change of a sample, as {@link readSample} does. */
export const readSamplePatch = (input: SamplePatch, validated: boolean) =>
  readJsonFields(input, jsonFields, validated)

/** Known people by the key of their name. */
export type UsersByKey = ReadonlyMap<string, Username>

/** The limits of a sample's input. */
export interface SampleLimits {
  readonly maxMetadataBytes: number
}

const maxReadme = longest.page

const assignees = ["assignedLabeler", "assignedReviewer"] as const

/** The violations of an input. Pointers begin with `at`. Names that are missing from `users` are unknown. */
export const sampleViolations = (
  input: ReadSamplePatch,
  limits: SampleLimits,
  users: UsersByKey,
  at = "",
): ReadonlyArray<Violation> => {
  const violations: Array<Violation> = []
  const addViolation = (key: string, message: string) => violations.push({ pointer: `${at}/${key}`, message })
  const { name, attributes, metadata, priority, readme } = input
  if (name !== undefined && !isName(name)) {
    addViolation("name", "must be 1 to 500 characters without U+0000 and lone surrogates")
  }
  if (attributes !== undefined && attributes !== null && !isObject(attributes))
    addViolation("attributes", "must be an object or null")
  if (metadata !== undefined && metadata !== null) {
    if (!isObject(metadata)) addViolation("metadata", "must be an object")
    else if (isLongerThan(metadata, limits.maxMetadataBytes)) {
      addViolation("metadata", `must be at most ${limits.maxMetadataBytes} bytes of JSON`)
    }
  }
  if (priority !== undefined && !Number.isFinite(priority))
    addViolation("priority", "must be a finite number")
  if (readme !== undefined && !isReadme(readme)) {
    addViolation("readme", `must be at most ${maxReadme} characters without U+0000 and lone surrogates`)
  }
  for (const key of assignees) {
    const user = input[key]
    if (user !== undefined && user !== null && !(typeof user === "string" && users.has(nameKey(user))))
      addViolation(key, "must be the name of an existing user")
  }
  return violations
}

/** The violations of a new sample, whose name is required. */
export const findNewSampleViolations = (
  input: ReadSample,
  limits: SampleLimits,
  users: UsersByKey,
  at = "",
): ReadonlyArray<Violation> => {
  const { name, overlap } = input
  return [
    ...(name === undefined ? [{ pointer: `${at}/name`, message: "is required" }] : []),
    ...sampleViolations(input, limits, users, at),
    ...(overlap === undefined || isOverlapCount(overlap)
      ? []
      : [{ pointer: `${at}/overlap`, message: `must be a whole number from 1 to ${maxOverlap}` }]),
  ]
}

/** The usernames in an input. */
export const listUsers = (
  input: Pick<SamplePatch, "assignedLabeler" | "assignedReviewer">,
): ReadonlyArray<string> =>
  [input.assignedLabeler, input.assignedReviewer].filter((user) => typeof user === "string")

/**
 * A new sample from valid input. Written out, because spreading takes ten times as long and many samples are created
 * at a time.
 */
export const makeSample = (
  input: ReadSample,
  users: UsersByKey,
  base: Pick<Sample, "id" | "datasetId" | "createdAt" | "createdBy" | "version">,
): Sample => ({
  id: base.id,
  datasetId: base.datasetId,
  name: input.name as SampleName,
  attributes: input.attributes ?? null,
  metadata: input.metadata ?? emptyObject,
  readme: input.readme ?? "",
  priority: normalizeZero(input.priority ?? 0),
  assignedLabeler: findAssignee(input.assignedLabeler, users),
  assignedReviewer: findAssignee(input.assignedReviewer, users),
  createdAt: base.createdAt,
  createdBy: base.createdBy,
  updatedAt: base.createdAt,
  version: base.version,
})

const normalizeZero = (priority: number): number => (priority === 0 ? 0 : priority)

const findAssignee = (name: string | null | undefined, users: UsersByKey): Username | null =>
  name === null || name === undefined ? null : (users.get(nameKey(name)) ?? null)

/** The sample after a valid patch. The caller sets version and time. Written out like {@link makeSample}. */
export const applySamplePatch = (sample: Sample, patch: ReadSamplePatch, users: UsersByKey): Sample => {
  const { attributes, metadata, priority, assignedLabeler, assignedReviewer } = patch
  return {
    id: sample.id,
    datasetId: sample.datasetId,
    name: (patch.name ?? sample.name) as SampleName,
    attributes: attributes === undefined ? sample.attributes : attributes,
    metadata: metadata === undefined ? sample.metadata : (metadata ?? emptyObject),
    readme: patch.readme ?? sample.readme,
    priority: priority === undefined ? sample.priority : normalizeZero(priority),
    assignedLabeler:
      assignedLabeler === undefined ? sample.assignedLabeler : findAssignee(assignedLabeler, users),
    assignedReviewer:
      assignedReviewer === undefined ? sample.assignedReviewer : findAssignee(assignedReviewer, users),
    createdAt: sample.createdAt,
    createdBy: sample.createdBy,
    updatedAt: sample.updatedAt,
    version: sample.version,
  }
}

const content = [
  "name",
  "attributes",
  "metadata",
  "readme",
  "priority",
  "assignedLabeler",
  "assignedReviewer",
] as const

/** Whether all visible fields are equal. */
export const isSameSample = (a: Sample, b: Sample): boolean => content.every((key) => a[key] === b[key])

/** Whether the patch affects the place in the queues. */
export const hasPlaceChange = (patch: SamplePatch): boolean =>
  patch.priority !== undefined || patch.assignedLabeler !== undefined || patch.assignedReviewer !== undefined

/** The operation that the patch requires: managers may change priority and assignees, admins every field. */
export const toPatchOperation = (patch: SamplePatch) =>
  patch.name === undefined &&
  patch.attributes === undefined &&
  patch.metadata === undefined &&
  patch.readme === undefined
    ? "prioritise"
    : "edit_samples"

/** Whether the place in the queues is equal. */
export const isSamePlace = (a: Sample, b: Sample): boolean =>
  a.priority === b.priority &&
  a.assignedLabeler === b.assignedLabeler &&
  a.assignedReviewer === b.assignedReviewer

const isOverlapCount = Schema.is(OverlapCount)
const isSampleName = Schema.is(SampleName)
/** The schema takes longer, and most names are plain. JavaScript applications may pass something else than text. */
const isName = (name: string): boolean =>
  (typeof name === "string" && plainName.test(name)) || isSampleName(name)
const plainName = /^[\x20-\x7e]{1,500}$/
const isReadme = (text: string): boolean =>
  typeof text === "string" && text.length <= maxReadme && isCleanText(text)
/** The text is valid JSON already, so its first character decides. */
const isObject = (text: JsonText): boolean => text.startsWith("{")

const isLongerThan = (text: string, bytes: number): boolean =>
  text.length > bytes || (text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes)
