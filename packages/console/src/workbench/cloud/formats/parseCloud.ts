/** Parses a file by the type that the sample names. */
import { parseFloats } from "./bin.ts"
import type { Cloud } from "./Cloud.ts"
import { CloudError } from "./CloudError.ts"
import { parseLas } from "./las.ts"
import { parsePcd } from "./pcd.ts"
import { parsePly } from "./ply.ts"

/** Types of files, as the attributes of samples name them. */
export const parseCloud = (bytes: Uint8Array, type: string): Cloud => {
  const cloud = parse(bytes, type)
  if (cloud.count === 0) throw new CloudError("empty")
  return cloud
}

const parse = (bytes: Uint8Array, type: string): Cloud => {
  switch (type) {
    case "pcd":
      return parsePcd(bytes)
    case "ply":
      return parsePly(bytes)
    case "kitti":
    case "binary-xyzi":
      return parseFloats(bytes, 4)
    case "nuscenes":
    case "binary-xyzir":
      return parseFloats(bytes, 5)
    case "las":
      return parseLas(bytes)
    default:
      throw new CloudError("type", { type })
  }
}
