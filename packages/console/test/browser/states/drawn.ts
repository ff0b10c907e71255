/** Datasets for the states of the workbench: shapes in point clouds, of one and of several frames, and painted image sequences. */
import { bitmapFile, storedAsset } from "../support/bitmap.ts"
import type { TestCamera } from "../support/cameras.ts"
import { makeDataset } from "../support/dataset.ts"
import type { TestServer } from "../support/server.ts"
import { corners, makeShapes } from "../support/spaceShapes.ts"

const frames = 3

type Places = ReadonlyArray<readonly [x: number, y: number, z: number]>

const onGround = (places: ReadonlyArray<readonly [number, number]>): Places =>
  places.map(([x, y]) => [x, y, 0])

const shape = (id: number, category_id: number, type: string, points: Places) => ({
  id,
  category_id,
  type,
  points,
  attributes: category_id === 2 && id !== 3 ? { material: "stone" } : {},
})

/** A stripe, a curb, and a post on the other side, whose material is missing. */
const shapes = (ahead: number) => [
  shape(1, 1, "polygon", onGround(corners.map(([x, y]) => [x + ahead, y]))),
  shape(
    2,
    2,
    "polyline",
    onGround([
      [-6 + ahead, -24],
      [-2 + ahead, -8],
      [2 + ahead, 4],
      [16 + ahead, 18],
    ]),
  ),
  shape(3, 2, "point", [[24 + ahead, 20, 1.2]]),
]

/** Looks along y: it sees what is to the left of the vehicle. */
const camera: TestCamera = { name: "left", at: [-20, -22, 8], yaw: Math.PI / 2 }

/** Makes the datasets "crossing" and "road" of shapes. */
export const makeDrawnClouds = async (server: TestServer): Promise<void> => {
  await makeShapes(server, "crossing", {
    label: { format_version: "0.2", annotations: shapes(0), links: [] },
  })
  await makeShapes(server, "road", {
    frames,
    camera,
    label: {
      format_version: "0.2",
      frames: Array.from({ length: frames }, (_, frame) => ({
        annotations: shapes(frame * 2).map((one) => ({
          ...one,
          track_id: one.id,
          is_keyframe: frame !== 1,
        })),
      })),
    },
  })
}

/** Makes the dataset "painted" of an image sequence whose areas move to the right. */
export const makePaintedFrames = async (server: TestServer): Promise<void> => {
  const dataset = await makeDataset(server, {
    name: "painted",
    samples: 0,
    settings: { task_type: "image-segmentation-sequence", enable_save_button: true },
    collaborators: {},
  })
  const numbers = Array.from({ length: frames }, (_, frame) => frame)
  // Cast: the record of the sample.
  const { uuid } = (await server.call("POST", `/datasets/${dataset}/samples/`, {
    name: "drive",
    attributes: { frames: numbers.map((frame) => ({ image: { url: server.image(`frame-${frame}`) } })) },
  })) as { readonly uuid: string }
  const painted = async (frame: number) => {
    const inCircle = (x: number, y: number) => (x - 200 - frame * 30) ** 2 + (y - 160) ** 2 < 70 ** 2
    const inBox = (x: number, y: number) => x >= 420 && x < 620 && y >= 240 && y < 380
    const file = bitmapFile(800, 500, (x, y) => (inCircle(x, y) ? 1 : inBox(x, y) ? 2 : 0))
    return {
      segmentation_bitmap: { url: await storedAsset(server, `painted-${frame}.png`, file) },
      annotations: [1, 2].map((id) => ({ id, track_id: id, category_id: id, attributes: {} })),
    }
  }
  await server.call("PUT", `/labels/${uuid}/ground-truth/`, {
    label_status: "PRELABELED",
    attributes: { format_version: "0.2", frames: await Promise.all(numbers.map(painted)) },
  })
}
