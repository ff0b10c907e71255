/** Finds the attributes that the categories of several objects share, and the values on which the objects agree. */
import { print } from "../../json/parse.ts"
import type { Json } from "../../json/value.ts"
import type { Annotation } from "../annotation.ts"
import { type Attribute, type Configuration, listAttributes } from "./configuration.ts"

/** An attribute that objects of several categories have. */
export interface SharedAttribute extends Attribute {
  /** Whether a value that is set in a frame holds for the same frames in all of the categories. */
  readonly hasOneScope: boolean
}

/** The attributes that each of the objects has, of the same kind, with the options and limits that hold for all of them. */
export const listSharedAttributes = (
  configuration: Configuration,
  annotations: ReadonlyArray<Annotation>,
): ReadonlyArray<SharedAttribute> => {
  const ids = new Set(annotations.map(({ categoryId }) => categoryId))
  const [first = [], ...others] = [...ids].map((id) => listAttributes(configuration, id))
  return first.flatMap((attribute) => {
    const twins = others.flatMap(
      (list) =>
        list.find(({ inputType, name }) => name === attribute.name && inputType === attribute.inputType) ??
        [],
    )
    return twins.length < others.length ? [] : [join([attribute, ...twins])]
  })
}

const join = (attributes: readonly [Attribute, ...ReadonlyArray<Attribute>]): SharedAttribute => {
  const [first] = attributes
  const isSame = (key: "laterFrames" | "step" | "trackLevel") =>
    attributes.every((attribute) => attribute[key] === first[key])
  return {
    ...first,
    values: first.values.filter((value) => attributes.every(({ values }) => values.includes(value))),
    mandatory: attributes.every(({ mandatory }) => mandatory),
    min: findLimit(attributes, "min", Math.max),
    max: findLimit(attributes, "max", Math.min),
    step: isSame("step") ? first.step : undefined,
    hasOneScope: isSame("trackLevel") && isSame("laterFrames"),
  }
}

const findLimit = (
  attributes: ReadonlyArray<Attribute>,
  key: "max" | "min",
  pick: (...limits: ReadonlyArray<number>) => number,
): number | undefined => {
  const limits = attributes.flatMap((attribute) => attribute[key] ?? [])
  return limits.length === 0 ? undefined : pick(...limits)
}

/** The value of all of the objects, or that they differ. */
export const readSharedValue = (
  annotations: ReadonlyArray<Annotation>,
  name: string,
): { readonly value: Json | undefined; readonly isMixed: boolean } => {
  const [first, ...others] = annotations.map(({ attributes }) => attributes[name])
  const text = print(first ?? null)
  const isMixed = others.some((value) => print(value ?? null) !== text)
  return { value: isMixed ? undefined : first, isMixed }
}
