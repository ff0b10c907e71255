/** Names of users, datasets, labelsets, releases and samples. Shown as written, compared by {@link nameKey}. */
import { Schema } from "effect"

const pattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/
const rule = "must be 1 to 100 letters, digits, dots, underscores or hyphens, the first a letter or digit"

const name = <const Brand extends string>(brand: Brand) =>
  Schema.String.pipe(
    Schema.pattern(pattern, { message: () => rule }),
    Schema.brand(brand),
    Schema.annotations({ identifier: brand, description: `A name: ${rule}` }),
  )

/** A username. It never changes and is never reused, so it identifies the user everywhere. */
export const Username = name("Username")
export type Username = typeof Username.Type
/** The name of a dataset, unique for its owner. */
export const DatasetName = name("DatasetName")
export type DatasetName = typeof DatasetName.Type
/** The name of a labelset, unique in its dataset. */
export const LabelsetName = name("LabelsetName")
export type LabelsetName = typeof LabelsetName.Type
/** The name of a release, unique in its dataset. */
export const ReleaseName = name("ReleaseName")
export type ReleaseName = typeof ReleaseName.Type

/**
 * The pattern of {@link isCleanText} for a JSON Schema. Lone surrogates are left out, because JSON decoders differ on
 * them.
 */
const cleanPattern = "^[^\\u0000]*$"

/**
 * The name of a sample: 1–500 code points of Unicode without U+0000 and lone surrogates. Unique in its dataset,
 * case-sensitive.
 */
export const SampleName = Schema.String.pipe(
  Schema.filter(
    (text) => isSampleName(text) || "must be 1 to 500 characters without U+0000 and lone surrogates",
  ),
  Schema.brand("SampleName"),
  Schema.annotations({
    identifier: "SampleName",
    jsonSchema: { type: "string", minLength: 1, maxLength: 500, pattern: cleanPattern },
  }),
)
export type SampleName = typeof SampleName.Type

const isSampleName = (text: string): boolean => {
  if (text.length === 0 || text.length > 1000 || !isCleanText(text)) return false
  return text.length <= 500 || [...text].length <= 500
}

/** Whether every database can store the text: no U+0000, no lone surrogate. */
export const isCleanText = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

/** Text of a limited length that every database can store. */
export const CleanText = (maxLength: number) =>
  Schema.String.pipe(
    Schema.filter((text) =>
      text.length > maxLength
        ? `must be at most ${maxLength} characters`
        : isCleanText(text) || "must not hold U+0000 or lone surrogates",
    ),
    Schema.annotations({ jsonSchema: { type: "string", maxLength, pattern: cleanPattern } }),
  )

/** Like {@link CleanText}, but not empty. */
export const FilledText = (maxLength: number) =>
  CleanText(maxLength).pipe(
    Schema.minLength(1, { message: () => `must be 1 to ${maxLength} characters` }),
    Schema.annotations({ jsonSchema: { type: "string", minLength: 1, maxLength, pattern: cleanPattern } }),
  )

/**
 * The key by which names are compared: unique within their parent, without regard to case. The pattern of names is
 * ASCII, so this is exact. Text with U+0000, which not every database accepts, is nobody's name.
 */
export const nameKey = (name: string): string => (name.includes("\u0000") ? "" : name.toLowerCase())

/** The labelset of every dataset, which people label. Others contain predictions. */
export const groundTruth = LabelsetName.make("ground-truth")

/** The name of a removed account in stored data, from the digest of a signature. */
export const makePseudonym = (digest: string): Username =>
  Username.make(`deleted-user-${digest.slice(0, 12)}`)

/** Whether a name has the form of a pseudonym. */
export const isPseudonym = (name: string): boolean => /^deleted-user-[0-9a-f]{12}$/.test(name)
