/** Scenes and frames without content, for readers to fill. */
import type { Frame, Scene } from "./Scene.ts"

export const emptyFrame: Frame = {
  name: null,
  timestamp: null,
  image: null,
  cloud: null,
  cameras: [],
  egoPose: null,
  attributes: {},
  annotations: [],
  bitmap: null,
  pointAnnotations: null,
}

export const emptyScene: Omit<Scene, "name" | "kind"> = {
  sensor: null,
  isSequence: false,
  frames: [],
  links: [],
  metadata: {},
  split: null,
}
