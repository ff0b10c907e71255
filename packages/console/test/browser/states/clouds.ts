/**
 * Datasets of point clouds for the states of the workbench: a drive with cameras and warnings, one whose file is broken, and clouds
 * whose points are segmented.
 */
import { calibrationOf, pictureOf, type TestCamera } from "../support/cameras.ts"
import { type Box, cloudOf } from "../support/clouds.ts"
import { makeSensors, sharedLabel } from "../support/multiSensor.ts"
import { block, makePoints, plain, scenePoints } from "../support/points.ts"
import type { TestServer } from "../support/server.ts"

const frames = 3

const cameras: ReadonlyArray<TestCamera> = [
  { name: "front", at: [1.2, 0, 1.6], yaw: 0 },
  { name: "left", at: [0.8, 0.6, 1.6], yaw: Math.PI / 3 },
  { name: "right", at: [0.8, -0.6, 1.6], yaw: -Math.PI / 3 },
]

const car = (x: number, y: number, yaw: number): Box => ({
  position: { x, y, z: 0.8 },
  dimensions: { x: 4.4, y: 1.9, z: 1.6 },
  yaw,
})

/** As the vehicle sees them. The second and the third stand in one another. */
const carsIn = (frame: number): ReadonlyArray<Box> => [
  car(16 - frame * 2, 2, 0.1),
  car(26 - frame * 2, -5, 0.2),
  car(28.5 - frame * 2, -4.4, 0.4),
  car(9 - frame * 2, 10, 1.4),
  car(-14 - frame * 2, -4, 3),
]

/** The vehicle drives straight ahead. */
const positionIn = (frame: number) => ({ x: 2 * frame, y: 0, z: 0 })

const inWorld = (frame: number): ReadonlyArray<Box> =>
  carsIn(frame).map((one) => ({
    ...one,
    position: { ...one.position, x: one.position.x + positionIn(frame).x },
  }))

const drive = (server: TestServer) => ({
  frames: Array.from({ length: frames }, (_, frame) => ({
    pcd: {
      url: server.file(`lidar/${frame}.pcd`, () =>
        cloudOf(carsIn(frame), { seed: frame + 1, ground: 4000, each: 500, reach: 50 }),
      ),
      type: "pcd",
    },
    ego_pose: { position: positionIn(frame), heading: { qx: 0, qy: 0, qz: 0, qw: 1 } },
    images: cameras.map((camera, col) => ({
      url: server.file(`lidar/${camera.name}-${frame}.png`, () => pictureOf(camera, carsIn(frame))),
      row: 0,
      col,
      ...calibrationOf(camera),
    })),
  })),
})

const label = {
  format_version: "0.2",
  frames: Array.from({ length: frames }, (_, frame) => ({
    annotations: inWorld(frame).map((one, index) => ({
      id: index + 1,
      track_id: index + 1,
      is_keyframe: true,
      category_id: 1,
      type: "cuboid",
      attributes: {},
      ...one,
    })),
  })),
}

const makeDataset = async (server: TestServer, name: string, task_type: string): Promise<void> => {
  await server.call("POST", "/user/datasets/", {
    name,
    description: "",
    category: "other",
    task_type,
    enable_save_button: true,
    enable_skip_labeling: true,
    task_attributes: {
      format_version: "0.1",
      categories: [
        { id: 1, name: "car", color: [46, 160, 255], dimensions: { x: 4.2, y: 1.8, z: 1.5 } },
        { id: 2, name: "truck", color: [255, 160, 60] },
      ],
      warning_rules: [{ name: "intersecting-cuboids", excluded_categories: [] }],
    },
  })
}

const segmented = {
  format_version: "0.2",
  annotations: [
    { id: 1, category_id: 1, attributes: {} },
    { id: 2, category_id: 2, attributes: {} },
  ],
  point_annotations: Array.from({ length: scenePoints }, (_, point) =>
    point < plain ? 0 : point < plain + block ? 1 : 2,
  ),
}

/** Makes the datasets, and returns the sample of the drive that is labeled. */
export const makeClouds = async (server: TestServer): Promise<string> => {
  await makeDataset(server, "lidar", "pointcloud-cuboid-sequence")
  let labeled = ""
  for (const [name, label_status] of [
    ["drive-1", "PRELABELED"],
    ["drive-2", "LABELED"],
  ]) {
    // Cast: the record of the sample.
    const { uuid } = (await server.call("POST", "/datasets/admin/lidar/samples/", {
      name,
      attributes: drive(server),
    })) as { readonly uuid: string }
    await server.call("PUT", `/labels/${uuid}/ground-truth/`, { label_status, attributes: label })
    labeled = uuid
  }
  await makeSensors(server, "sensors", sharedLabel(), { shares: true })
  await makeDataset(server, "broken-cloud", "pointcloud-cuboid")
  const url = server.file("broken/0.pcd", () => Buffer.from("VERSION 0.7\nFIELDS x y z\nSIZE 4 4\n"))
  await server.call("POST", "/datasets/admin/broken-cloud/samples/", {
    name: "broken",
    attributes: { pcd: { url, type: "pcd" } },
  })
  await makePoints(server, { name: "segmented-cloud", label: segmented })
  // Of another file: too few.
  await makePoints(server, { name: "unfit-points", label: { ...segmented, point_annotations: [1, 1, 2] } })
  return labeled
}
