import type { Violation } from "../domain/errors.ts"
import { parseNumeric } from "../domain/numericText.ts"
import type { InputType, LooseAttribute, LooseCategory } from "./loose.ts"

/** The rules for one list of attributes: names, values, bounds and defaults must match the input type. */
export const checkAttributes = (
  pointer: string,
  attributes: LooseCategory["attributes"],
): ReadonlyArray<Violation> => [
  ...findDuplicates(attributes ?? [], (attribute) => attribute?.name).map((index) => ({
    pointer: `${pointer}/${index}/name`,
    message: "must be unique among the attributes of its list",
  })),
  ...findEmptyNames(attributes ?? [], (index) => `${pointer}/${index}/name`),
  ...(attributes ?? []).flatMap((attribute, index) =>
    attribute === undefined
      ? []
      : checkAttribute(attribute).map((violation) => ({
          ...violation,
          pointer: `${pointer}/${index}${violation.pointer}`,
        })),
  ),
]

/** Violations for names of categories or attributes that are empty or blank. */
export const findEmptyNames = (
  items: ReadonlyArray<{ readonly name: string | undefined } | undefined>,
  pointer: (index: number) => string,
): ReadonlyArray<Violation> =>
  items.flatMap((item, index) =>
    item?.name?.trim() === "" ? [{ pointer: pointer(index), message: "must not be empty" }] : [],
  )

/** The violations of an attribute. None for an unknown input type. */
const checkAttribute = (attribute: LooseAttribute): ReadonlyArray<Violation> =>
  attribute.inputType === undefined
    ? []
    : [
        ...findMisplacedKeys(attribute, attribute.inputType),
        ...checkChoices(attribute, attribute.inputType),
        ...checkBounds(attribute),
        ...checkDefault(attribute, attribute.inputType),
      ]

const choosing: ReadonlyArray<InputType> = ["select", "multiselect"]

/** Violations for keys that the input type does not allow. */
const findMisplacedKeys = ({ sent }: LooseAttribute, inputType: InputType): ReadonlyArray<Violation> => {
  const refuseUnless = (key: string, types: ReadonlyArray<InputType>): ReadonlyArray<Violation> =>
    set(sent[key]) && !types.includes(inputType)
      ? [
          {
            pointer: `/${key}`,
            message: `is allowed only when input_type is ${types.map((type) => `"${type}"`).join(" or ")}`,
          },
        ]
      : []
  const numbers = boundKeys.flatMap((key) => refuseUnless(key, ["number"]))
  const mandatory =
    inputType === "checkbox" && sent.is_mandatory !== false
      ? refuseUnless("is_mandatory", ["select", "text", "number"])
      : []
  return [...refuseUnless("values", choosing), ...numbers, ...mandatory]
}

const checkChoices = ({ values = [] }: LooseAttribute, inputType: InputType): ReadonlyArray<Violation> => {
  if (!choosing.includes(inputType)) return []
  if (values.length === 0) {
    return [{ pointer: "/values", message: `required when input_type is "${inputType}"` }]
  }
  return findDuplicates(values, (value) => value).map((index) => ({
    pointer: `/values/${index}`,
    message: "must be unique among the values",
  }))
}

const boundKeys = ["min", "max", "step"] as const

const checkBounds = (attribute: LooseAttribute): ReadonlyArray<Violation> => {
  if (attribute.inputType !== "number") return []
  const unreadable = boundKeys.filter((key) => Number.isNaN(parseFinite(attribute[key])))
  const min = parseFinite(attribute.min) ?? Number.NEGATIVE_INFINITY
  const max = parseFinite(attribute.max) ?? Number.POSITIVE_INFINITY
  const step = parseFinite(attribute.step)
  return [
    ...unreadable.map((key) => ({ pointer: `/${key}`, message: notANumber })),
    ...(min > max ? [{ pointer: "/min", message: "must be at most max" }] : []),
    ...(step !== undefined && step <= 0 ? [{ pointer: "/step", message: "must be greater than 0" }] : []),
  ]
}

/** Violations of the default. "" is unset like null, except for a checkbox. */
const checkDefault = (attribute: LooseAttribute, inputType: InputType): ReadonlyArray<Violation> => {
  const value = attribute.sent.default_value
  if (!set(value) || (value === "" && inputType !== "checkbox")) return []
  const message = explainDefault(attribute)
  return message === undefined ? [] : [{ pointer: "/default_value", message }]
}

/** The problem of a default; undefined for input types whose values are not defined by the format. */
export const explainDefault = (attribute: LooseAttribute): string | undefined => {
  const value = attribute.sent.default_value
  const values = new Set<unknown>(attribute.values ?? [undefined])
  // If values are invalid, the default may be one of them, so only the values are reported.
  const isValue = (one: unknown) => typeof one === "string" && (values.has(one) || values.has(undefined))
  switch (attribute.inputType) {
    case "select":
      return isValue(value) ? undefined : "must be one of the values"
    case "multiselect": {
      const chosen: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
      return chosen.every(isValue) ? undefined : "must be one of the values, or a list of some"
    }
    case "text":
      return typeof value === "string" ? undefined : "must be text"
    case "checkbox":
      return typeof value === "boolean" ? undefined : "must be true or false"
    case "number":
      return explainNumberDefault(attribute, value)
    case "vector3":
    case "quaternion":
    case "points":
    case undefined:
      return undefined
  }
}

const explainNumberDefault = (attribute: LooseAttribute, value: unknown): string | undefined => {
  const number = parseFinite(value)
  if (number === undefined || Number.isNaN(number)) return notANumber
  const below = number < (parseFinite(attribute.min) ?? number)
  const above = number > (parseFinite(attribute.max) ?? number)
  return below || above ? "must lie between min and max" : undefined
}

const notANumber = "must be a number, as text or as a number"

const set = (value: unknown): boolean => value !== undefined && value !== null

/** The number if it is finite. 1e999 exceeds what a label can contain. */
const parseFinite = (value: unknown): number | undefined => {
  const number = parseNumeric(value)
  return number === undefined || Number.isFinite(number) ? number : Number.NaN
}

/** Indexes of items whose key an earlier item has. Items without a key are unique. */
export const findDuplicates = <A>(
  items: ReadonlyArray<A>,
  key: (item: A) => string | number | undefined,
): ReadonlyArray<number> => {
  const seen = new Set<string | number>()
  return items.flatMap((item, index) => {
    const name = key(item)
    if (name === undefined) return []
    if (seen.has(name)) return [index]
    seen.add(name)
    return []
  })
}
