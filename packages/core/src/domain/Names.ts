/** Names people give: users, datasets, labelsets, releases, samples. Shown as written, compared by {@link nameKey}. */
import { Schema } from "effect"

const pattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/
const rule = "must be 1 to 100 letters, digits, dots, underscores or hyphens, the first a letter or digit"

const name = <const Brand extends string>(brand: Brand) =>
  Schema.String.pipe(
    Schema.pattern(pattern, { message: () => rule }),
    Schema.brand(brand),
    Schema.annotations({ identifier: brand, description: `A name: ${rule}` }),
  )

/** Never changes and is never given to somebody else, so it is the user's identity everywhere in the engine. */
export const Username = name("Username")
export type Username = typeof Username.Type
export const DatasetName = name("DatasetName")
export type DatasetName = typeof DatasetName.Type
export const LabelsetName = name("LabelsetName")
export type LabelsetName = typeof LabelsetName.Type
export const ReleaseName = name("ReleaseName")
export type ReleaseName = typeof ReleaseName.Type

/** {@link isCleanText} for a JSON Schema; what JSON decoders make of a lone surrogate differs, so it is left out. */
const cleanPattern = "^[^\\u0000]*$"

/** 1–500 characters (code points) of any Unicode but U+0000 and lone surrogates; unique in its dataset, case-sensitive. */
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

/** Whether every database can keep the text: no U+0000, no lone surrogate. */
export const isCleanText = (text: string): boolean => text.isWellFormed() && !text.includes("\u0000")

/** Free text of a bounded length that every database can keep. */
export const CleanText = (maxLength: number) =>
  Schema.String.pipe(
    Schema.filter((text) =>
      text.length > maxLength
        ? `must be at most ${maxLength} characters`
        : isCleanText(text) || "must not hold U+0000 or lone surrogates",
    ),
    Schema.annotations({ jsonSchema: { type: "string", maxLength, pattern: cleanPattern } }),
  )

/**
 * What names are compared by: unique without regard to case within their parent. The pattern is ASCII, so this is exact.
 * What holds U+0000, which not every database takes, is the name of nothing.
 */
export const nameKey = (name: string): string => (name.includes("\u0000") ? "" : name.toLowerCase())

/** The labelset that every dataset has from the start: what people label. All others hold predictions. */
export const groundTruth = LabelsetName.make("ground-truth")
