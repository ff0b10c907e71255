/** What several objects have in common: the attributes of all of their categories, and the values on which they agree. */
import { print } from "../../json/parse.ts"
import type { Json } from "../../json/value.ts"
import type { Annotation } from "../annotation.ts"
import { type Attribute, type Configuration, listAttributes } from "./configuration.ts"

/** The attributes that each of the objects has, of the same kind. A choice has the options that all of them offer. */
export const listSharedAttributes = (
  configuration: Configuration,
  annotations: ReadonlyArray<Annotation>,
): ReadonlyArray<Attribute> => {
  const ids = new Set(annotations.map(({ categoryId }) => categoryId))
  const [first = [], ...others] = [...ids].map((id) => listAttributes(configuration, id))
  return first.flatMap((attribute) => {
    const twins = others.map((list) =>
      list.find(({ inputType, name }) => name === attribute.name && inputType === attribute.inputType),
    )
    if (twins.some((twin) => twin === undefined)) return []
    const values = attribute.values.filter((value) => twins.every((twin) => twin?.values.includes(value)))
    return [
      { ...attribute, values, mandatory: twins.every((twin) => twin?.mandatory) && attribute.mandatory },
    ]
  })
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
