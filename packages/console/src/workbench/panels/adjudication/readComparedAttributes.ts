/** The attributes of a configuration by which labels are compared. Pure. */
import type { ComparedAttribute } from "@annotary/core/check"
import { type JsonObject, toNumber, toObjects } from "../../editor/json/value.ts"

interface ObjectAttribute extends ComparedAttribute {
  /** Whether it is the same in all frames of a track. */
  readonly trackLevel: boolean
}

/** Attributes that the configuration lacks are not compared. */
export interface ComparedAttributes {
  /** By the id of the category. */
  readonly categories: ReadonlyMap<number, ReadonlyArray<ObjectAttribute>>
  readonly image: ReadonlyArray<ComparedAttribute>
}

export const readComparedAttributes = (configuration: JsonObject): ComparedAttributes => ({
  categories: new Map(
    toObjects(configuration.categories).map(({ attributes, id }) => [
      toNumber(id),
      toObjects(attributes).map(readAttribute),
    ]),
  ),
  image: toObjects(configuration.image_attributes).map(readAttribute),
})

const readAttribute = ({
  input_type,
  is_track_level,
  name,
  sensor_filter,
  sensors,
}: JsonObject): ObjectAttribute => {
  const shown = sensors ?? sensor_filter
  return {
    name: String(name),
    inputType: String(input_type),
    trackLevel: is_track_level === true,
    sensors: shown === "2D" || shown === "3D" ? shown : "all",
  }
}
