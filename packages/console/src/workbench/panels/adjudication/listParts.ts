import { isObject, type JsonObject, toObjects } from "../../editor/json/value.ts"

export interface LabelPart {
  readonly label: JsonObject
  readonly sensor: string | undefined
}

/** The label of each sensor, or the one label. */
export const listParts = (label: JsonObject): ReadonlyArray<LabelPart> =>
  label.sensors === undefined
    ? [{ label, sensor: undefined }]
    : toObjects(label.sensors).flatMap(({ attributes, name }) =>
        isObject(attributes) && typeof name === "string" ? [{ label: attributes, sensor: name }] : [],
      )
