/** A drive with two lidars and two cameras: each lidar has its own pose, and its points are in its own frame. */
import { calibrationOf, imageSize, pictureOf, pixelOf, type TestCamera } from "./cameras.ts"
import { type Box, cloudOf } from "./clouds.ts"
import type { TestServer } from "./server.ts"

export const frames = 3

export const cameras: ReadonlyArray<TestCamera> = [
  { name: "front", at: [1.2, 0, 1.6], yaw: 0 },
  { name: "rear", at: [-1, 0, 1.6], yaw: Math.PI },
]

const box = (x: number, y: number, yaw: number): Box => ({
  position: { x, y, z: 0.8 },
  dimensions: { x: 4.4, y: 1.9, z: 1.6 },
  yaw,
})

/** In the frame of the vehicle. The first two are ahead, the third is behind, and each lidar sees its side. */
const carsIn = (frame: number): ReadonlyArray<Box> => [
  box(14 - frame, 2, 0.1),
  box(22 - frame, -5, 0.2),
  box(-13 - frame, 1, Math.PI - 0.1),
]

interface Place {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly yaw: number
}

/** Far from zero, as maps are: floats of the world would be half a meter apart. */
const vehicleIn = (frame: number): Place => ({ x: 4_500_000 + frame, y: 5_300_000, z: 100, yaw: 0.4 })

/** Where the lidars are on the vehicle. */
const mounts = {
  top: { x: 0, y: 0, z: 0, yaw: 0 },
  back: { x: -2, y: 0.5, z: 0.4, yaw: Math.PI / 2 },
} as const

const within = (outer: Place, inner: Place): Place => ({
  x: outer.x + inner.x * Math.cos(outer.yaw) - inner.y * Math.sin(outer.yaw),
  y: outer.y + inner.x * Math.sin(outer.yaw) + inner.y * Math.cos(outer.yaw),
  z: outer.z + inner.z,
  yaw: outer.yaw + inner.yaw,
})

/** A place of the vehicle in the frame of something that is mounted on it. */
const seenFrom = (mount: Place, { dimensions, position, yaw }: Box): Box => {
  const [dx, dy] = [position.x - mount.x, position.y - mount.y]
  const [c, s] = [Math.cos(mount.yaw), Math.sin(mount.yaw)]
  return {
    dimensions,
    position: { x: dx * c + dy * s, y: dy * c - dx * s, z: position.z - mount.z },
    yaw: yaw - mount.yaw,
  }
}

const poseOf = ({ x, y, yaw, z }: Place) => ({
  position: { x, y, z },
  heading: { qx: 0, qy: 0, qz: Math.sin(yaw / 2), qw: Math.cos(yaw / 2) },
})

const numbers = Array.from({ length: frames }, (_, frame) => frame)

const lidar = (
  server: TestServer,
  { name, sees, type }: { name: keyof typeof mounts; sees: (car: Box) => boolean; type: string },
) => ({
  name,
  task_type: type,
  attributes: {
    frames: numbers.map((frame) => ({
      pcd: {
        url: server.file(`sensors/${name}-${frame}.pcd`, () =>
          cloudOf(
            carsIn(frame)
              .filter(sees)
              .map((car) => seenFrom(mounts[name], car)),
            { seed: frame + name.length, ground: 3000, each: 600, reach: 40 },
          ),
        ),
        type: "pcd",
      },
      ego_pose: poseOf(within(vehicleIn(frame), mounts[name])),
      // The images of the cameras say where they are, in the frame of the first lidar.
      ...(name === "top"
        ? {
            images: cameras.map((camera) => ({
              ...calibrationOf(camera),
              url: imageUrl(server, camera, frame),
            })),
          }
        : {}),
    })),
  },
})

const curbsType = "pointcloud-vector-sequence"
const groundType = "pointcloud-segmentation-sequence"

/** Sensors of the clouds that the first lidar has: one for shapes, and one for points, which is not edited. */
const shared = ({ attributes }: ReturnType<typeof lidar>) => [
  { name: "curbs", task_type: curbsType, attributes },
  { name: "ground", task_type: groundType, attributes },
]

const imageUrl = (server: TestServer, camera: TestCamera, frame: number): string =>
  server.file(`sensors/${camera.name}-${frame}.png`, () => pictureOf(camera, carsIn(frame)))

interface DriveOptions {
  /** That of the labels of its lidars. */
  readonly type?: string
  /** Whether the first lidar has sensors of shapes and of points beside that of cuboids. */
  readonly shares?: boolean
}

/** The attributes of the sample. */
export const drive = (
  server: TestServer,
  { shares = false, type = "pointcloud-cuboid-sequence" }: DriveOptions = {},
) => {
  const top = lidar(server, { name: "top", sees: ({ position }) => position.x > 0, type })
  return {
    sensors: [
      top,
      lidar(server, { name: "back", sees: ({ position }) => position.x < 0, type }),
      ...(shares ? shared(top) : []),
      ...cameras.map((camera) => ({
        name: camera.name,
        task_type: "image-vector-sequence",
        attributes: { frames: numbers.map((frame) => ({ image: { url: imageUrl(server, camera, frame) } })) },
      })),
    ],
  }
}

/** The box around a car in the image of a camera, to whole pixels. */
export const boxAround = (
  camera: TestCamera,
  { dimensions, position, yaw }: Box,
): readonly [readonly [number, number], readonly [number, number]] => {
  const [c, s] = [Math.cos(yaw), Math.sin(yaw)]
  const corners = [-1, 1].flatMap((u) =>
    [-1, 1].flatMap((v) =>
      [-1, 1].flatMap((w) => {
        const [ahead, left] = [(u * dimensions.x) / 2, (v * dimensions.y) / 2]
        const pixel = pixelOf(camera, [
          position.x + ahead * c - left * s,
          position.y + ahead * s + left * c,
          position.z + (w * dimensions.z) / 2,
        ])
        return pixel === undefined ? [] : [pixel]
      }),
    ),
  )
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const limited = (value: number, most: number) => Math.round(Math.min(Math.max(value, 0), most))
  return [
    [limited(Math.min(...xs), imageSize.width), limited(Math.min(...ys), imageSize.height)],
    [limited(Math.max(...xs), imageSize.width), limited(Math.max(...ys), imageSize.height)],
  ]
}

const cuboidsIn = (frame: number, tracks: ReadonlyArray<number>) =>
  tracks.flatMap((track) => {
    const car = carsIn(frame)[track - 1]
    if (car === undefined) return []
    const { x, y, yaw, z } = within(vehicleIn(frame), { ...car.position, yaw: car.yaw })
    return [
      {
        ...{ id: track, track_id: track, is_keyframe: true, category_id: 1, type: "cuboid", attributes: {} },
        position: { x, y, z },
        dimensions: car.dimensions,
        yaw: Math.atan2(Math.sin(yaw), Math.cos(yaw)),
      },
    ]
  })

const boxesIn = (frame: number, camera: TestCamera, tracks: ReadonlyArray<number>) =>
  tracks.flatMap((track) => {
    const car = carsIn(frame)[track - 1]
    if (car === undefined) return []
    return [
      {
        ...{ id: track, track_id: track, is_keyframe: true, category_id: 1, type: "bbox", attributes: {} },
        points: boxAround(camera, car),
      },
    ]
  })

const labelOfSensor = (
  name: string,
  type: string,
  annotations: (frame: number) => ReadonlyArray<object>,
) => ({
  name,
  task_type: type,
  attributes: {
    format_version: "0.2",
    frames: numbers.map((frame) => ({ annotations: annotations(frame) })),
  },
})

const [front] = cameras

/** The cars ahead belong to the first lidar, and the one behind to the other. The front camera has a box of the first car alone. */
export const label = {
  sensors: [
    labelOfSensor("top", "pointcloud-cuboid-sequence", (frame) => cuboidsIn(frame, [1, 2])),
    labelOfSensor("back", "pointcloud-cuboid-sequence", (frame) => cuboidsIn(frame, [3])),
    labelOfSensor("front", "image-vector-sequence", (frame) => (front ? boxesIn(frame, front, [1]) : [])),
    { name: "rear", task_type: "image-vector-sequence", attributes: [] },
  ],
  links: [],
}

/** A curb around the first car: a shape in the clouds of the first lidar. */
export const curb = (frame: number, category: number) => {
  const at = (x: number, y: number) => {
    const place = within(vehicleIn(frame), { x: x - frame, y, z: 0, yaw: 0 })
    return [place.x, place.y, place.z]
  }
  return {
    ...{ id: 4, track_id: 4, is_keyframe: true, category_id: category, type: "polygon", attributes: {} },
    points: [at(6, -2), at(18, -2), at(18, 1), at(6, 1)],
  }
}

/** The label with that of the sensors that share the clouds of the first lidar. `category` is that of the curb. */
export const sharedLabel = (category = 2) => ({
  ...label,
  sensors: [
    ...label.sensors,
    labelOfSensor("curbs", curbsType, (frame) => [curb(frame, category)]),
    {
      name: "ground",
      task_type: groundType,
      attributes: {
        format_version: "0.2",
        frames: numbers.map(() => ({
          annotations: [{ id: 9, track_id: 9, is_keyframe: true, category_id: 2, attributes: {} }],
          point_annotations: [9, 0, 0, 9],
        })),
      },
    },
  ],
})

/** The box of the second car in the front camera, which the label does not have. */
export const missingBox = (frame: number) => {
  const car = carsIn(frame)[1]
  if (car === undefined || front === undefined) throw new Error("no second car")
  return boxAround(front, car)
}

/** Makes a dataset with one sample, and returns the sample's id. */
export const makeSensors = async (
  server: TestServer,
  name: string,
  attributes: object = label,
  options: DriveOptions = {},
): Promise<string> => {
  await server.call("POST", "/user/datasets/", {
    name,
    description: "",
    category: "other",
    task_type: "multisensor-sequence",
    enable_save_button: true,
    task_attributes: {
      format_version: "0.1",
      categories: [
        {
          id: 1,
          name: "car",
          color: [46, 160, 255],
          dimensions: { x: 4.2, y: 1.8, z: 1.5 },
          attributes: [{ name: "color", input_type: "text", synced_across_sensors: true }],
        },
        { id: 2, name: "truck", color: [255, 160, 60] },
      ],
      warning_rules: [{ name: "cuboid-dimension-limits", categories: [1], max: { x: 4.3 } }],
    },
  })
  // Cast: the record of the sample.
  const { uuid } = (await server.call("POST", `/datasets/admin/${name}/samples/`, {
    name: "drive",
    attributes: drive(server, options),
  })) as { readonly uuid: string }
  await server.call("PUT", `/labels/${uuid}/ground-truth/`, { label_status: "PRELABELED", attributes })
  return uuid
}
