/** Small files of the formats that are only read, as their tools write them. */
import { parquetWriteBuffer } from "hyparquet-writer"
import { pngOf } from "../images.ts"

type Files = Readonly<Record<string, unknown>>

const png = pngOf({ width: 100, height: 50 })

const cuboid = {
  position: { x: 3, y: 4, z: 1 },
  rotation: { x: 0, y: 0, z: 0.5 },
}

const segment = "10017090168044687777_6380_000_6400_000"

const waymoColumn = (name: string, type: "STRING" | "INT64" | "INT32" | "DOUBLE", value: unknown) => ({
  name,
  type,
  data: [value],
})

const waymoTable = new Uint8Array(
  parquetWriteBuffer({
    columnData: [
      waymoColumn("key.segment_context_name", "STRING", segment),
      waymoColumn("key.frame_timestamp_micros", "INT64", 1_550_083_467_346_370n),
      waymoColumn("key.laser_object_id", "STRING", "-2a"),
      ...["center.x", "center.y", "center.z", "size.x", "size.y", "size.z", "heading"].map((name) =>
        waymoColumn(`[LiDARBoxComponent].box.${name}`, "DOUBLE", 1.5),
      ),
      waymoColumn("[LiDARBoxComponent].type", "INT32", 1),
    ] as Parameters<typeof parquetWriteBuffer>[0]["columnData"],
  }),
)

export const filesOfOtherTools: Readonly<Record<string, Files>> = {
  bdd100k: {
    "labels/det_val.json": ["a", "b c#1"].map((name) => ({
      name: `${name}.png`,
      attributes: { weather: "foggy" },
      labels: [{ id: "4", category: "bus", box2d: { x1: 2, y1: 3, x2: 9.5, y2: 19 } }],
    })),
    "images/a.png": png,
    "images/b c#1.png": png,
  },
  darwin: Object.fromEntries(
    ["a", "b c#1"].flatMap((name) => [
      [
        `annotations/${name}.json`,
        {
          version: "2.0",
          schema_ref: "https://darwin-public.s3.eu-west-1.amazonaws.com/darwin_json/2.0/schema.json",
          item: {
            name: `${name}.png`,
            path: "/",
            slots: [
              {
                type: "image",
                slot_name: "0",
                width: 100,
                height: 50,
                source_files: [{ file_name: `${name}.png`, url: null }],
              },
            ],
          },
          annotations: [{ id: "1", name: "l'été 7\"", bounding_box: { x: 1, y: 2, w: 30, h: 40 } }],
        },
      ],
      [`images/${name}.png`, png],
    ]),
  ),
  images: { "a.png": png, "b/c#1.PNG": png },
  "kitti-raw": {
    "drive_0001/tracklet_labels.xml": `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<!DOCTYPE boost_serialization>
<boost_serialization version="9" signature="serialization::archive">
<tracklets><count>1</count><item_version>1</item_version><item><objectType>Tram</objectType><h>2</h><w>3</w><l>5</l>
<first_frame>0</first_frame><poses><count>1</count><item_version>0</item_version><item><tx>1</tx><ty>1</ty><tz>-1</tz><rx>0</rx>
<ry>0</ry><rz>0.5</rz><state>2</state><occlusion>0</occlusion><occlusion_kf>-1</occlusion_kf><truncation>0</truncation></item></poses>
<finished>1</finished></item></tracklets>
</boost_serialization>`,
    "drive_0001/velodyne_points/data/0000000000.bin": "",
    "drive_0001/velodyne_points/data/0000000001.bin": "",
  },
  labelcloud: {
    "labels/_classes.json": {
      classes: [{ name: "l'été 7\"", id: 7, color: "#0a10ff" }],
      default: 7,
      type: "object_detection",
      format: "centroid_abs",
      created_with: { name: "labelCloud", version: "1.1.1" },
    },
    "labels/hall 1.json": {
      folder: "clouds",
      filename: "hall 1.pcd",
      path: "clouds/hall 1.pcd",
      objects: [
        {
          name: "l'été 7\"",
          centroid: { x: 1, y: -2, z: 0.5 },
          dimensions: { length: 1.2, width: 0.8, height: 0.2 },
          rotations: { x: 0, y: 0, z: 300 },
        },
      ],
    },
    "clouds/hall 1.pcd": "",
  },
  openpcdet: {
    "ImageSets/train.txt": "000000\n",
    "ImageSets/val.txt": "000001\n",
    "labels/000000.txt": "1.5 1.46 0.1 5.12 1.85 4.13 1.56 Vehicle\n",
    "labels/000001.txt": "1.5 1.46 0.1 5.12 1.85 4.13 1.56 Pedestrian\n",
    "points/000000.bin": "",
    "points/000001.bin": "",
  },
  superannotate: {
    "classes/classes.json": [{ id: 1, name: "l'été 7\"", color: "#ff0000", attribute_groups: [] }],
    ...Object.fromEntries(
      ["a.png", "b c#1.png"].flatMap((name) => [
        [
          `${name}.json`,
          {
            metadata: { name, width: 100, height: 50 },
            instances: [
              {
                type: "bbox",
                className: "l'été 7\"",
                classId: 1,
                points: { x1: 1, y1: 2, x2: 30, y2: 40 },
                attributes: [],
              },
            ],
            tags: [],
            comments: [],
          },
        ],
        [name, png],
      ]),
    ),
  },
  "supervisely-clouds": {
    "meta.json": {
      classes: [{ title: "l'été 7\"", shape: "cuboid_3d", color: "#FF8000", geometry_config: {} }],
      tags: [],
      projectType: "point_clouds",
    },
    "yard/ann/a.pcd.json": {
      description: "",
      key: "k1",
      tags: [],
      objects: [{ key: "o1", classTitle: "l'été 7\"", tags: [] }],
      figures: [
        {
          key: "f1",
          objectKey: "o1",
          geometryType: "cuboid_3d",
          geometry: { ...cuboid, dimensions: { x: 4, y: 2, z: 1.5 } },
        },
      ],
    },
    "yard/pointcloud/a.pcd": "",
  },
  sustechpoints: {
    "one/label/000001.json": [
      { obj_id: "4", obj_type: "Van", psr: { ...cuboid, scale: { x: 5, y: 2, z: 2.2 } } },
    ],
    "one/lidar/000001.pcd": "",
    "one/lidar/000002.pcd": "",
    "two/label/000001.json": [],
    "two/lidar/000001.pcd": "",
  },
  waymo: { [`training/lidar_box/${segment}.parquet`]: waymoTable },
  webdataset: {
    "shard/a.png": png,
    "shard/a.json": [{ bbox: [1, 2, 30, 40], category: "l'été 7\"" }],
    "shard/a.cls": "3",
    "shard/b c#1.png": png,
    "shard/b c#1.json": { source: "hall", objects: [{ bbox: [1, 2, 30, 40], category: "l'été 7\"" }] },
    "shard/b c#1.cls": "4",
  },
  xtreme1: Object.fromEntries(
    ["a", "b c#1"].flatMap((name) => [
      [
        `data/${name}.json`,
        {
          version: "0.9",
          dataId: name.length,
          type: "IMAGE",
          name,
          images: [{ deviceName: "image_0", filename: `${name}.png`, url: null, width: 100, height: 50 }],
        },
      ],
      [
        `result/${name}.json`,
        [
          {
            version: "0.9",
            dataId: name.length,
            sourceName: "Ground Truth",
            objects: [
              {
                type: "BOUNDING_BOX",
                className: "l'été 7\"",
                classValues: [],
                contour: {
                  points: [
                    { x: 1, y: 2 },
                    { x: 30, y: 40 },
                  ],
                },
              },
            ],
          },
        ],
      ],
      [`image_0/${name}.png`, png],
    ]),
  ),
}
