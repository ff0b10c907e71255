import type { Violation } from "../../domain/errors.ts"
import { isObject } from "./readAnnotation.ts"
import type { LabelScenes, Malformed } from "./Scene.ts"

/**
 * Collects the malformed places of a label, found by the reader of scenes and by the structure of the task type, each
 * once.
 */
export const listMalformed = (
  label: unknown,
  { malformed }: LabelScenes,
  structure: ReadonlyArray<Violation>,
): ReadonlyArray<Malformed> => {
  if (structure.length === 0) return malformed
  const structurePointers = new Set(structure.map(({ pointer }) => pointer))
  return [
    ...structure.map((violation) => ({ ...violation, ...locateMalformed(violation.pointer, label) })),
    ...malformed.filter(({ pointer }) => !structurePointers.has(pointer)),
  ]
}

/** The frame and the sensor of a pointer. */
const locateMalformed = (pointer: string, label: unknown): Pick<Malformed, "frame" | "sensor"> => {
  const [, sensor] = /^\/sensors\/(\d+)/.exec(pointer) ?? []
  const [, frame] = /\/frames\/(\d+)/.exec(pointer) ?? []
  return {
    frame: frame === undefined ? null : Number(frame),
    sensor: sensor === undefined ? null : readName(label, Number(sensor)),
  }
}

const readName = (label: unknown, index: number): string | null => {
  const sensors = isObject(label) ? label["sensors"] : undefined
  const sensor: unknown = Array.isArray(sensors) ? sensors[index] : undefined
  const name = isObject(sensor) ? sensor["name"] : undefined
  return typeof name === "string" ? name : null
}
