/** Finds what changed in a frame between two versions of a label. */
import { print } from "../../editor/json/parse.ts"
import type { JsonObject } from "../../editor/json/value.ts"
import type { Annotation } from "../../editor/label/annotation.ts"
import { listAnnotations } from "../../editor/label/frames.ts"

/** The color of objects as they were in the earlier version, in clouds and in the images of their cameras. */
export const beforeColor = "#ffb454"

export interface Comparison {
  /** Objects that the earlier version does not have. */
  readonly added: ReadonlyArray<Annotation>
  /** Objects that only the earlier version has. */
  readonly removed: ReadonlyArray<Annotation>
  /** Objects of both that differ, as they were in the earlier version. */
  readonly changed: ReadonlyArray<Annotation>
}

/** Compares a frame of two versions. Objects are the same when their keys are. */
export const compareFrames = (before: JsonObject, after: JsonObject, frame: number): Comparison => {
  const earlier = new Map(listAnnotations(before, frame).map((one) => [one.key, one]))
  const later = new Map(listAnnotations(after, frame).map((one) => [one.key, one]))
  return {
    added: [...later.values()].filter(({ key }) => !earlier.has(key)),
    removed: [...earlier.values()].filter(({ key }) => !later.has(key)),
    changed: [...earlier.values()].filter((one) => {
      const now = later.get(one.key)
      return now !== undefined && now.source !== one.source && print(now.source) !== print(one.source)
    }),
  }
}
