/** Further files of formats that are only read, with values that the first ones lack: point clouds, and images by URL. */
import type { Files } from "../files.ts"

const makeResult = (objects: ReadonlyArray<object>) => [{ dataId: 1, sourceName: "Ground Truth", objects }]

const xtremeCuboid = {
  type: "3D_BOX",
  trackId: "AAA",
  trackName: "4",
  className: "car",
  modelConfidence: 0.5,
  classValues: [{ name: "parts", value: 3 }],
  contour: {
    pointN: 12,
    size3D: { x: 4, y: 2, z: 1.5 },
    center3D: { x: 1, y: -2, z: 0.5 },
    rotation3D: { x: 0, y: 0, z: 0.5 },
  },
}

const xtremeConfig = {
  cameraInternal: { fx: 500, fy: 510, cx: 320, cy: 240 },
  cameraExternal: [0, -1, 0, 0, 0, 0, -1, 0, 1, 0, 0, -0.5, 0, 0, 0, 1],
  width: 640,
  height: 480,
}

const makeCloudFiles = (name: string): Files => ({
  [`s/data/${name}.json`]: {
    dataId: 1,
    type: "LIDAR_FUSION",
    name,
    lidarPointClouds: [{ url: `https://files.example/${name}.pcd` }],
    cameraImages: [{ url: `https://files.example/${name}.jpg` }],
  },
  [`s/result/${name}.json`]: makeResult([xtremeCuboid]),
  [`s/camera_config/${name}.json`]: [xtremeConfig],
})

const xtremeClouds = { ...makeCloudFiles("1"), ...makeCloudFiles("2") }

const xtremeImage = {
  "data/a.json": {
    dataId: 1,
    type: "IMAGE",
    name: "a",
    images: [{ filename: "a.png", url: "https://files.example/a.png", width: 100, height: 50 }],
  },
  "result/a.json": makeResult([
    {
      type: "POLYGON",
      className: "car",
      modelConfidence: 0.5,
      contour: {
        points: [
          { x: 1, y: 2 },
          { x: 30, y: 40 },
          { x: 5, y: 40 },
        ],
      },
    },
  ]),
}

const imageByUrl = {
  width: 100,
  height: 50,
  url: "https://files.example/a.png",
}

export const furtherFiles: ReadonlyArray<{
  readonly format: string
  readonly kind: string
  readonly files: Files
}> = [
  { format: "xtreme1", kind: "point clouds", files: xtremeClouds },
  { format: "xtreme1", kind: "images by URL", files: xtremeImage },
  {
    format: "superannotate",
    kind: "images by URL",
    files: {
      "a.png.json": {
        metadata: { name: "a.png", ...imageByUrl },
        instances: [
          {
            type: "bbox",
            className: "car",
            classId: 1,
            points: { x1: 1, y1: 2, x2: 30, y2: 40 },
            attributes: [],
          },
        ],
        tags: ["x"],
        comments: [],
      },
    },
  },
  {
    format: "darwin",
    kind: "images by URL",
    files: {
      "a.json": {
        version: "2.0",
        schema_ref: "https://darwin-public.s3.eu-west-1.amazonaws.com/darwin_json/2.0/schema.json",
        item: {
          name: "a.png",
          path: "/",
          slots: [
            {
              type: "image",
              slot_name: "0",
              width: 100,
              height: 50,
              source_files: [{ file_name: "a.png", url: imageByUrl.url }],
            },
          ],
        },
        annotations: [{ id: "1", name: "car", bounding_box: { x: 1, y: 2, w: 30, h: 40 } }],
      },
    },
  },
]
