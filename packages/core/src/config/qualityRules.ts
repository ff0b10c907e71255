/** The rules of one entry of `quality_rules` beyond its structure. */
import type { Violation } from "../domain/errors.ts"
import { type Bounds, qualityRuleBounds } from "../domain/QualityRule.ts"
import { isJson, type Json, type LooseRule, readNumber } from "./loose.ts"

export const checkQualityRule = (
  pointer: string,
  { categories, name, sent }: LooseRule,
  ids: ReadonlySet<number | undefined>,
): ReadonlyArray<Violation> => [
  ...["categories", "excluded_categories"].flatMap((key) =>
    (categories[key] ?? []).flatMap((id, index) =>
      id === undefined || ids.has(id)
        ? []
        : [{ pointer: `${pointer}/${key}/${index}`, message: "must be the id of a category" }],
    ),
  ),
  ...(qualityRuleBounds.get(name ?? "") ?? []).flatMap(([key, bounds]) =>
    checkBounds(pointer, sent, key, bounds),
  ),
  ...(name === "minimum-points" ? checkMinimumPoints(pointer, sent) : []),
  ...(name === "shape-outside-image" ? checkImageSize(pointer, sent) : []),
]

const checkBounds = (
  pointer: string,
  sent: Json,
  key: string,
  { max, min }: Bounds,
): ReadonlyArray<Violation> => {
  const value = readNumber(sent[key])
  if (value === undefined || (value >= min && value <= (max ?? Number.POSITIVE_INFINITY))) return []
  const message = max === undefined ? `must be at least ${min}` : `must be from ${min} to ${max}`
  return [{ pointer: `${pointer}/${key}`, message }]
}

const checkMinimumPoints = (pointer: string, sent: Json): ReadonlyArray<Violation> => {
  const bands: ReadonlyArray<unknown> = Array.isArray(sent.bands) ? sent.bands : []
  if (!isSet(sent.min) && bands.length === 0) return [{ pointer, message: "must have min or bands" }]
  const distances = bands.map((band) => (isJson(band) ? readNumber(band.max_distance) : undefined))
  return bands.flatMap((band, index) => {
    const at = `${pointer}/bands/${index}`
    const distance = distances[index]
    const before = distances[index - 1]
    return [
      ...(distance !== undefined && before !== undefined && distance <= before
        ? [{ pointer: `${at}/max_distance`, message: "must be greater than that of the band before" }]
        : []),
      ...(isJson(band) ? checkBounds(at, band, "min", { min: 0 }) : []),
    ]
  })
}

const checkImageSize = (pointer: string, sent: Json): ReadonlyArray<Violation> =>
  ["width", "height"].flatMap((key) =>
    isSet(sent[key]) !== isSet(sent[`${key}_attribute`])
      ? []
      : [{ pointer, message: `must have either ${key} or ${key}_attribute` }],
  )

const isSet = (value: unknown): boolean => value !== undefined && value !== null
