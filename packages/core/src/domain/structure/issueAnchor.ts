/** Whether an issue's anchor is one that clients of the wire contract can read: one that they cannot hides all issues. */
import type { Violation } from "../errors.ts"
import { Inspection } from "./Inspection.ts"
import { both, chosenBy, finite, nullable, objectOf, text, whole } from "./shapes.ts"

const anchor = both(
  chosenBy("type", {
    basic: () => {},
    track: objectOf({ required: { trackNumber: whole }, optional: { trackAttribute: nullable(text) } }),
    sceneAttribute: objectOf({ required: { sceneAttribute: text } }),
    location: objectOf({
      required: {
        location: chosenBy("type", {
          "2d": objectOf({ required: { x: finite, y: finite } }),
          "3d": objectOf({ required: { x: finite, y: finite, z: finite } }),
        }),
      },
    }),
  }),
  objectOf({ optional: { sensor: nullable(text), frame: nullable(whole) } }),
)

/** Everything that is wrong with it. That the sensor is one of the sample's is not checked. */
export const checkAnchor = (value: unknown): ReadonlyArray<Violation> => {
  const inspection = new Inspection()
  anchor(value, inspection)
  return inspection.violations
}
