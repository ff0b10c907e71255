/** Checks the structure of an issue's anchor. A single anchor that clients cannot read hides all issues from them. */
import type { Violation } from "../errors.ts"
import { Inspection } from "./Inspection.ts"
import { chooseBy, combineShapes, finite, makeNullable, makeObject, text, whole } from "./shapes.ts"

const anchor = combineShapes(
  chooseBy("type", {
    basic: () => {},
    track: makeObject({ required: { trackNumber: whole }, optional: { trackAttribute: makeNullable(text) } }),
    sceneAttribute: makeObject({ required: { sceneAttribute: text } }),
    location: makeObject({
      required: {
        location: chooseBy("type", {
          "2d": makeObject({ required: { x: finite, y: finite } }),
          "3d": makeObject({ required: { x: finite, y: finite, z: finite } }),
        }),
      },
    }),
  }),
  makeObject({ optional: { sensor: makeNullable(text), frame: makeNullable(whole) } }),
)

/** The violations of an anchor. Its sensor is not compared with the sample's. */
export const checkAnchor = (value: unknown): ReadonlyArray<Violation> => {
  const inspection = new Inspection()
  anchor(value, inspection)
  return inspection.violations
}
