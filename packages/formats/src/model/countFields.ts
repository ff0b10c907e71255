/** Counts what samples say and scenes have no place for: no format can carry it. */
import type { Losses, LossKind } from "../carry/Losses.ts"
import { lookup } from "../files/lookup.ts"
import type { Node } from "../files/Node.ts"

/** `signed_url` is the URL once more, for a while. */
const fieldsOfScenes = {
  image: new Set(["url", "signed_url", "width", "height"]),
  cloud: new Set(["url", "signed_url", "type"]),
  frame: new Set(["name", "timestamp", "image", "pcd", "images", "ego_pose"]),
  sequence: new Set(["frames"]),
  camera: new Set([
    "name",
    "url",
    "signed_url",
    "width",
    "height",
    "intrinsics",
    "extrinsics",
    "camera_convention",
    "distortion",
  ]),
} as const

const kinds: Readonly<Record<string, LossKind>> = {
  default_z: "ground-heights",
  bounds: "bounds",
  ortho_images: "ortho-images",
  row: "camera-places",
  col: "camera-places",
  rotation: "camera-places",
}

/** Null stands for absence and is not counted. */
export const countFields = (node: Node, part: keyof typeof fieldsOfScenes, losses: Losses): void => {
  const fields: ReadonlySet<string> = fieldsOfScenes[part]
  for (const key of node.keys()) {
    const field = node.at(key)
    if (fields.has(key) || !field.isPresent) continue
    losses.add(lookup(kinds, key) ?? "unknown", field.place)
  }
}
