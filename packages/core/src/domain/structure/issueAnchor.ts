/** Checks the structure of an issue's anchor. A single anchor that clients cannot read hides all issues from them. */
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

/** The violations of an anchor. Its sensor is not compared with the sample's. */
export const checkAnchor = (value: unknown): ReadonlyArray<Violation> => {
  const inspection = new Inspection()
  anchor(value, inspection)
  return inspection.violations
}
