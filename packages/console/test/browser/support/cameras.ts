/** Camera images for tests: the sides of boxes as a pinhole camera sees them, painted without the code under test. */
import { deflateSync } from "node:zlib"
import type { Box } from "./clouds.ts"
import { chunk } from "./files.ts"

/** A camera that stands upright in the frame of the vehicle and looks into a direction of the ground. */
export interface TestCamera {
  readonly name: string
  readonly at: readonly [number, number, number]
  /** Radians, zero ahead, counterclockwise. */
  readonly yaw: number
}

export const imageSize = { width: 640, height: 360 }
const focal = 420

/** The pixel of a place; undefined behind the camera. */
export const pixelOf = (
  { at, yaw }: TestCamera,
  [x, y, z]: readonly [number, number, number],
): readonly [number, number] | undefined => {
  const [dx, dy] = [x - at[0], y - at[1]]
  const ahead = dx * Math.cos(yaw) + dy * Math.sin(yaw)
  const left = dy * Math.cos(yaw) - dx * Math.sin(yaw)
  if (ahead < 0.2) return undefined
  return [imageSize.width / 2 - (focal * left) / ahead, imageSize.height / 2 - (focal * (z - at[2])) / ahead]
}

/** What a sample says about the image of the camera, in the convention of OpenCV. */
export const calibrationOf = ({ at: [x, y, z], name, yaw }: TestCamera) => {
  // From the axes right, down, ahead to those of the vehicle, and then the turn about the vertical.
  const [c, s] = [Math.cos(yaw / 2), Math.sin(yaw / 2)]
  return {
    name,
    camera_convention: "OpenCV",
    intrinsics: {
      intrinsic_matrix: [
        [focal, 0, imageSize.width / 2],
        [0, focal, imageSize.height / 2],
        [0, 0, 1],
      ],
    },
    extrinsics: {
      translation: { x, y, z },
      rotation: { qx: (-c - s) / 2, qy: (c - s) / 2, qz: (s - c) / 2, qw: (c + s) / 2 },
    },
  }
}

/** A picture of boxes on the ground, as a PNG file. The nearer one covers the farther. */
export const pictureOf = (camera: TestCamera, boxes: ReadonlyArray<Box>): Uint8Array => {
  const { height, width } = imageSize
  const pixels = new Uint8Array(height * (1 + width * 3))
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      pixels.set(row < height / 2 ? [150, 170, 190] : [90, 92, 88], row * (1 + width * 3) + 1 + column * 3)
  const depths = new Float64Array(width * height).fill(Number.POSITIVE_INFINITY)
  for (const [index, box] of boxes.entries())
    for (const { place, shade } of surfaceOf(box)) {
      const pixel = pixelOf(camera, place)
      const [column, row] = pixel?.map(Math.floor) ?? []
      if (column === undefined || row === undefined || column < 0 || row < 0) continue
      if (column >= width || row >= height) continue
      const depth = Math.hypot(place[0] - camera.at[0], place[1] - camera.at[1])
      if (depth >= (depths[row * width + column] ?? 0)) continue
      depths[row * width + column] = depth
      const [red, green, blue] = tones[index % tones.length] ?? [0, 0, 0]
      pixels.set([red * shade, green * shade, blue * shade], row * (1 + width * 3) + 1 + column * 3)
    }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

const tones = [
  [190, 60, 50],
  [60, 90, 170],
  [200, 170, 60],
  [70, 140, 90],
] as const

/** Places on the sides and the top, near enough to one another to leave no gaps. */
const surfaceOf = function* ({ dimensions, position, yaw }: Box) {
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)]
  const steps = 160
  for (let a = 0; a <= steps; a++)
    for (let b = 0; b <= steps; b++)
      for (const [u, v, w, shade] of [
        [a / steps - 0.5, b / steps - 0.5, 0.5, 1],
        [a / steps - 0.5, -0.5, b / steps - 0.5, 0.7],
        [a / steps - 0.5, 0.5, b / steps - 0.5, 0.7],
        [-0.5, a / steps - 0.5, b / steps - 0.5, 0.5],
        [0.5, a / steps - 0.5, b / steps - 0.5, 0.85],
      ] as const) {
        const [ahead, left] = [u * dimensions.x, v * dimensions.y]
        const place = [
          position.x + ahead * c - left * s,
          position.y + ahead * s + left * c,
          position.z + w * dimensions.z,
        ] as const
        yield { place, shade }
      }
}
