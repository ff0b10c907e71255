/** Parses files that are nothing but floats: KITTI and nuScenes, and the ones that are named by their columns. */
import { type Cloud, CloudBuilder } from "./Cloud.ts"
import { CloudError } from "./CloudError.ts"

/** Reads points of `columns` floats: x, y, z, intensity, and what else there is. */
export const parseFloats = (bytes: Uint8Array, columns: number): Cloud => {
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
