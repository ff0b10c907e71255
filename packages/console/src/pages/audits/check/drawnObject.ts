/** The object that an audit of objects has drawn: where it is in the label, and the way there. */
import type { Editor } from "../../../workbench/editor/Editor.ts"
import { getLabel } from "../../../workbench/editor/EditorState.ts"
import { isArray, isObject, type Json, type JsonObject } from "../../../workbench/editor/json/value.ts"
import { listAnnotations } from "../../../workbench/editor/label/frames.ts"
import type { Places } from "../../../workbench/stages/image/Places.ts"
import type { DrawnObject } from "../calls.ts"

/**
 * Shows the sensor and the first frame of the object, selects it, and brings it near. Whether the label has it. Its annotation is found by its place:
 * other objects of the label may have its id.
 */
export const showDrawnObject = (
  editor: Editor,
  places: Places,
  object: DrawnObject,
  label: JsonObject | null,
): boolean => {
  const sensor = findSensor(object, label)
  if (sensor !== undefined) editor.chooseSensor(sensor)
  if (object.frame !== null) editor.show(object.frame)
  const { state } = editor
  const source = readPointer(label, object.pointer)
  const annotation = listAnnotations(getLabel(state), state.frame).find((one) => one.source === source)
  if (annotation === undefined) return false
  const hidden = new Set(state.hidden)
  if (hidden.delete(annotation.key)) editor.update((now) => ({ ...now, hidden }))
  editor.select(new Set([annotation.key]))
  places.fitObjects([annotation.key])
  return true
}

/** The name of the sensor, also where a key has its place instead. */
const findSensor = ({ pointer, sensor }: DrawnObject, label: JsonObject | null): string | undefined => {
  if (sensor !== null) return sensor
  const [, index] = /^\/sensors\/(\d+)\//.exec(pointer) ?? []
  const own = index === undefined ? undefined : readPointer(label, `/sensors/${index}`)
  return isObject(own) && typeof own.name === "string" ? own.name : undefined
}

/** The value at a JSON Pointer whose parts are names of members and numbers, without escapes. */
export const readPointer = (value: Json, pointer: string): Json | undefined => {
  let target: Json | undefined = value
  for (const part of pointer.split("/").slice(1))
    target = isArray(target) ? target[Number(part)] : isObject(target) ? target[part] : undefined
  return target
}
