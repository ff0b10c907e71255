/** KITTI tracking: one text file per sequence, whose rows begin with the frame and the track. */
import type { Format } from "../Format.ts"
import { kittiAbilities } from "./abilities.ts"
import { readTracking } from "./readTracking.ts"
import { writeTracking } from "./writeTracking.ts"

export const kittiTracking: Format = {
  name: "kitti-tracking",
  title: "KITTI tracking",
  abilities: { ...kittiAbilities, sequences: "kept", singles: false, tracks: true, frameNames: true },
  write: writeTracking,
  reader: readTracking,
}
