/** The rules of one list of attributes: names, possible values, bounds and defaults that fit the input type. */
import type { Attribute } from "../domain/Configuration.ts"
import type { Violation } from "../domain/errors.ts"
import { duplicates } from "./duplicates.ts"

type AttributeType = typeof Attribute.Type

export const attributeRules = (
  pointer: string,
  attributes: ReadonlyArray<AttributeType> | null | undefined,
): ReadonlyArray<Violation> => [
  ...duplicates(attributes ?? [], ({ name }) => name).map((index) => ({
    pointer: `${pointer}/${index}/name`,
    message: "must be unique among the attributes of its list",
  })),
  ...(attributes ?? []).flatMap((attribute, index) =>
    [...misplaced(attribute), ...choices(attribute), ...bounds(attribute), ...defaults(attribute)].map(
      (violation) => ({
        ...violation,
        pointer: `${pointer}/${index}${violation.pointer}`,
      }),
    ),
  ),
]

const choosing = ["select", "multiselect"]

/** Keys that the input type does not allow. */
const misplaced = (attribute: AttributeType): ReadonlyArray<Violation> => {
  const onlyFor = (key: keyof AttributeType, types: ReadonlyArray<string>): ReadonlyArray<Violation> =>
    set(attribute[key]) && !types.includes(attribute.input_type)
      ? [
          {
            pointer: `/${key}`,
            message: `is allowed only when input_type is ${types.map((type) => `"${type}"`).join(" or ")}`,
          },
        ]
      : []
  const numbers = (["min", "max", "step"] as const).flatMap((key) => onlyFor(key, ["number"]))
  const mandatory =
    attribute.input_type === "checkbox" ? onlyFor("is_mandatory", ["select", "text", "number"]) : []
  return [...onlyFor("values", choosing), ...numbers, ...mandatory]
}

const choices = (attribute: AttributeType): ReadonlyArray<Violation> => {
  if (!choosing.includes(attribute.input_type)) return []
  const values = attribute.values ?? []
  if (values.length === 0) {
    return [{ pointer: "/values", message: `required when input_type is "${attribute.input_type}"` }]
  }
  return duplicates(values, (value) => value).map((index) => ({
    pointer: `/values/${index}`,
    message: "must be unique among the values",
  }))
}

const bounds = (attribute: AttributeType): ReadonlyArray<Violation> => {
  if (attribute.input_type !== "number") return []
  const unreadable = (["min", "max", "step"] as const).filter((key) => Number.isNaN(numeric(attribute[key])))
  const min = numeric(attribute.min) ?? Number.NEGATIVE_INFINITY
  const max = numeric(attribute.max) ?? Number.POSITIVE_INFINITY
  const step = numeric(attribute.step)
  return [
    ...unreadable.map((key) => ({ pointer: `/${key}`, message: "must be a number, as text or as a number" })),
    ...(min > max ? [{ pointer: "/min", message: "must be at most max" }] : []),
    ...(step !== undefined && step <= 0 ? [{ pointer: "/step", message: "must be greater than 0" }] : []),
  ]
}

const defaults = (attribute: AttributeType): ReadonlyArray<Violation> => {
  const value = attribute.default_value
  if (!set(value) || value === "") return []
  const message = defaultMessage(attribute, value)
  return message === undefined ? [] : [{ pointer: "/default_value", message }]
}

/** What is wrong with a default that is set; nothing for input types whose values the format does not describe. */
const defaultMessage = (attribute: AttributeType, value: unknown): string | undefined => {
  const values = attribute.values ?? []
  switch (attribute.input_type) {
    case "select":
      return typeof value === "string" && values.includes(value) ? undefined : "must be one of the values"
    case "multiselect": {
      const chosen: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
      const possible = new Set<unknown>(values)
      const all = chosen.every((one) => possible.has(one))
      return all ? undefined : "must be one of the values, or a list of some"
    }
    case "text":
      return typeof value === "string" ? undefined : "must be text"
    case "checkbox":
      return typeof value === "boolean" ? undefined : "must be true or false"
    case "number":
      return numberDefault(attribute, value)
    case "vector3":
    case "quaternion":
    case "points":
      return undefined
  }
}

const numberDefault = (attribute: AttributeType, value: unknown): string | undefined => {
  const number = numeric(value)
  if (number === undefined || Number.isNaN(number)) return "must be a number, as text or as a number"
  const below = number < (numeric(attribute.min) ?? number)
  const above = number > (numeric(attribute.max) ?? number)
  return below || above ? "must lie between min and max" : undefined
}

const set = (value: unknown): boolean => value !== undefined && value !== null

const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/

/** The number meant; undefined when unset (absent, null or ""), NaN when it is none. */
const numeric = (value: unknown): number | undefined => {
  if (!set(value) || value === "") return undefined
  if (typeof value === "number") return value
  return typeof value === "string" && decimal.test(value.trim()) ? Number(value) : Number.NaN
}
