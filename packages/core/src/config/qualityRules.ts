/** The rules of one entry of `quality_rules` beyond its structure. */
import type { Violation } from "../domain/errors.ts"
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
  ...listLimits(name).flatMap((limit) => checkLimit(pointer, sent, limit)),
  ...(name === "minimum-points" ? checkMinimumPoints(pointer, sent) : []),
  ...(name === "shape-outside-image" ? checkImageSize(pointer, sent) : []),
]

/** Own members alone: a rule may be named like a member that every object has. */
const listLimits = (name: string | undefined): ReadonlyArray<Limit> =>
  name !== undefined && Object.hasOwn(limits, name) ? (limits[name] ?? []) : []

interface Limit {
  readonly key: string
  readonly min: number
  readonly max?: number
}

const limits: { readonly [name: string]: ReadonlyArray<Limit> } = {
  "track-dimension-change": [{ key: "max_ratio", min: 0 }],
  "track-rotation-jump": [{ key: "max_degrees", min: 0, max: 180 }],
  "track-displacement": [{ key: "max_distance", min: 0 }],
  "minimum-points": [{ key: "min", min: 0 }],
  "shape-outside-image": [
    { key: "width", min: 1 },
    { key: "height", min: 1 },
    { key: "tolerance", min: 0 },
  ],
  "overlapping-boxes": [{ key: "max_iou", min: 0, max: 1 }],
}

const checkLimit = (pointer: string, sent: Json, { key, max, min }: Limit): ReadonlyArray<Violation> => {
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
      ...(isJson(band) ? checkLimit(at, band, { key: "min", min: 0 }) : []),
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
