/** The formats of MOTChallenge: tracks of boxes (MOT) and of masks (MOTS). */
import { type Abilities, nothing } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { motReader, motsReader } from "./read.ts"
import { motsPngReader } from "./readMotsPng.ts"
import { writeMot } from "./writeMot.ts"
import { writeMots } from "./writeMots.ts"
import { writeMotsPng } from "./writeMotsPng.ts"

const abilities: Abilities = {
  ...nothing,
  sequences: "kept",
  singles: false,
  tracks: true,
  splits: true,
}

export const mot: Format = {
  name: "mot",
  title: "MOT",
  abilities: { ...abilities, kinds: ["image-vector"], annotations: ["bbox"] },
  write: writeMot,
  reader: motReader,
}

/** The layout of KITTI MOTS. */
export const motsPng: Format = {
  name: "mots-png",
  title: "MOTS as PNG",
  abilities: { ...abilities, kinds: ["image-segmentation"], annotations: ["segment"] },
  write: writeMotsPng,
  reader: motsPngReader,
}

export const mots: Format = {
  name: "mots",
  title: "MOTS",
  abilities: { ...abilities, kinds: ["image-segmentation"], annotations: ["segment"] },
  write: writeMots,
  reader: motsReader,
}
