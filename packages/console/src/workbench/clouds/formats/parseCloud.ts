/** Parses a file by the type that the sample names. */
import { type Cloud, CloudBuilder } from "./Cloud.ts"
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

/** Reads points of `columns` floats: x, y, z, intensity, and what else there is. */
const parseFloats = (bytes: Uint8Array, columns: number): Cloud => {
  const stride = columns * 4
  if (bytes.length % stride !== 0)
    throw new CloudError("stride", { bytes: bytes.length, stride, rest: bytes.length % stride })
  const points = bytes.length / stride
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const builder = new CloudBuilder(points, { intensity: true, colors: false })
  for (let at = 0; at < bytes.length; at += stride)
    builder.add(
      view.getFloat32(at, true),
      view.getFloat32(at + 4, true),
      view.getFloat32(at + 8, true),
      view.getFloat32(at + 12, true),
      0,
    )
  return builder.build()
}
