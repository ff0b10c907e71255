/** The label-editor configuration as the workbench reads it. Unknown keys and wrong values are passed over. */
import {
  isArray,
  isObject,
  type Json,
  type JsonObject,
  NumberText,
  toNumber,
  toObjects,
} from "../../json/value.ts"

export const inputTypes = ["select", "multiselect", "text", "number", "checkbox"] as const
export type InputType = (typeof inputTypes)[number]

export interface Attribute {
  readonly name: string
  readonly inputType: InputType
  readonly mandatory: boolean
  /** Whether it is the same in all frames of a track. */
  readonly trackLevel: boolean
  /** Whether a value that is set in one frame of a track holds in the later ones, until it is changed there. */
  readonly laterFrames: boolean
  readonly values: ReadonlyArray<string>
  readonly min: number | undefined
  readonly max: number | undefined
  readonly step: number | undefined
  /** The value of a new object; undefined for none. */
  readonly initial: Json | undefined
}

export interface Category {
  readonly id: number
  readonly name: string
  /** A color of CSS. */
  readonly color: string
  readonly hasInstances: boolean
  readonly attributes: ReadonlyArray<Attribute>
  /** The names of its attributes that this work does not show: those of other sensors, and of types that it does not edit. */
  readonly otherAttributes: ReadonlySet<string>
  /** The attributes of links from such an object. */
  readonly linkAttributes: ReadonlyArray<Attribute>
  /** The categories that objects of this one may be linked to; undefined when there is no list. */
  readonly linksTo: ReadonlySet<number> | undefined
  /** Length, width and height of a new cuboid. */
  readonly dimensions: readonly [number, number, number] | undefined
  /** The parts of a cuboid that stay as they are. */
  readonly locks: { readonly position: boolean; readonly rotation: boolean; readonly dimensions: boolean }
}

export interface Configuration {
  readonly categories: ReadonlyArray<Category>
  readonly imageAttributes: ReadonlyArray<Attribute>
}

/** Reads a configuration for work on images or on point clouds: attributes of the other sensors are left out. */
export const readConfiguration = (source: JsonObject, sensors: "2D" | "3D" = "2D"): Configuration => ({
  categories: toObjects(source.categories).map((category) => readCategory(category, sensors)),
  imageAttributes: readAttributes(source.image_attributes, sensors),
})

const readCategory = (source: JsonObject, sensors: "2D" | "3D"): Category => ({
  id: toNumber(source.id),
  name: typeof source.name === "string" ? source.name : String(toNumber(source.id)),
  color: readColor(source.color) ?? makeDefaultColor(toNumber(source.id)),
  hasInstances: source.has_instances !== false,
  ...splitAttributes(source.attributes, sensors),
  linkAttributes: readAttributes(source.link_attributes, sensors),
  linksTo: isArray(source.link_category_restrictions)
    ? new Set(source.link_category_restrictions.map(toNumber))
    : undefined,
  dimensions: readDimensions(source.dimensions),
  locks: {
    position: source.lock_position === true,
    rotation: source.lock_rotation === true,
    dimensions: source.lock_dimensions === true,
  },
})

/** The color of a category that names none. It depends on the id alone: that of the others stays when one is removed. */
const makeDefaultColor = (id: number): string =>
  `hsl(${Number.isFinite(id) ? ((((id - 1) * 137) % 360) + 360) % 360 : 0} 75% 60%)`

const splitAttributes = (
  value: Json | undefined,
  sensors: "2D" | "3D",
): Pick<Category, "attributes" | "otherAttributes"> => {
  const attributes = readAttributes(value, sensors)
  const shown = new Set(attributes.map(({ name }) => name))
  const names = toObjects(value).flatMap(({ name }) => (typeof name === "string" ? [name] : []))
  return { attributes, otherAttributes: new Set(names.filter((name) => !shown.has(name))) }
}

const readDimensions = (value: Json | undefined): Category["dimensions"] => {
  if (!isObject(value)) return undefined
  const size = [toNumber(value.x), toNumber(value.y), toNumber(value.z)] as const
  return size.every((side) => side > 0) ? size : undefined
}

const readColor = (value: Json | undefined): string | undefined => {
  if (!isArray(value) || value.length < 3) return undefined
  const parts = value.slice(0, 3).map(toNumber)
  return parts.every((part) => part >= 0 && part <= 255) ? `rgb(${parts.join(" ")})` : undefined
}

const otherThan = { "2D": "3D", "3D": "2D" } as const

const readAttributes = (value: Json | undefined, editing: "2D" | "3D"): ReadonlyArray<Attribute> =>
  toObjects(value).flatMap((source) => {
    const inputType = inputTypes.find((one) => one === source.input_type)
    const sensors = source.sensors ?? source.sensor_filter
    if (inputType === undefined || typeof source.name !== "string" || sensors === otherThan[editing])
      return []
    const attribute = {
      name: source.name,
      inputType,
      mandatory: source.is_mandatory === true,
      trackLevel: source.is_track_level === true,
      laterFrames: source.applies_to_later_frames === true,
      values: isArray(source.values) ? source.values.filter((one) => typeof one === "string") : [],
      min: readDecimal(source.min),
      max: readDecimal(source.max),
      step: readDecimal(source.step),
    }
    return [{ ...attribute, initial: readInitial(inputType, source.default_value) }]
  })

/** A number, or the number that a text spells: configurations contain both. */
export const readDecimal = (value: Json | undefined): number | undefined => {
  if (typeof value === "string" && value.trim() === "") return undefined
  const number = typeof value === "string" ? Number(value) : toNumber(value)
  return Number.isFinite(number) ? number : undefined
}

const readInitial = (inputType: InputType, value: Json | undefined): Json | undefined => {
  switch (inputType) {
    case "checkbox":
      return typeof value === "boolean" ? value : undefined
    case "number":
      return value instanceof NumberText ? value : readDecimal(value)
    case "multiselect":
      if (typeof value === "string" && value !== "") return [value]
      return isArray(value) ? value : undefined
    default:
      return typeof value === "string" && value !== "" ? value : undefined
  }
}

/** The attributes of a new object of a category: those that have a default value. */
export const makeInitialAttributes = (attributes: ReadonlyArray<Attribute>): JsonObject =>
  Object.fromEntries(
    attributes.flatMap(({ initial, name }) => (initial === undefined ? [] : [[name, initial] as const])),
  )

/** The attributes of a category; none for an unknown one. */
export const listAttributes = ({ categories }: Configuration, categoryId: number): ReadonlyArray<Attribute> =>
  categories.find(({ id }) => id === categoryId)?.attributes ?? []

/** The attributes of links from objects of a category. */
export const listLinkAttributes = (
  { categories }: Configuration,
  categoryId: number,
): ReadonlyArray<Attribute> => categories.find(({ id }) => id === categoryId)?.linkAttributes ?? []

/** Whether a value is an object that only an editor of 3D labels can show. */
export const isOpaque = (value: Json | undefined): boolean => isObject(value)
