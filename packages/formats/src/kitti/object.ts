/** KITTI object: one text file per sample, in the frame of its camera. */
import type { Format } from "../Format.ts"
import { kittiAbilities } from "./abilities.ts"
import { readObject } from "./readObject.ts"
import { writeObject } from "./writeObject.ts"

export const kitti: Format = {
  name: "kitti",
  title: "KITTI object",
  abilities: kittiAbilities,
  write: writeObject,
  reader: readObject,
}
