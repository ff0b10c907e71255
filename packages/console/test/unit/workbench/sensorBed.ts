/** A label of several sensors, whose text says everything in another way than it is printed, and its editor. */
import type { Editor } from "../../../src/workbench/editor/Editor.ts"
import { getLabel, getWholeLabel } from "../../../src/workbench/editor/EditorState.ts"
import { parse, print } from "../../../src/workbench/editor/json/parse.ts"
import { isObject, type JsonObject, toObjects } from "../../../src/workbench/editor/json/value.ts"
import type { Cuboid } from "../../../src/workbench/editor/label/cuboids/cuboid.ts"
import { listAnnotations } from "../../../src/workbench/editor/label/frames.ts"
import { openEditor } from "../../../src/workbench/session/openEditor.ts"

export const cuboid = (track: number, x: string) =>
  `{"id":${track},"track_id":${track},"is_keyframe":true,"category_id":1,"type":"cuboid","position":{"x":${x},"y":0.0,"z":8E-1},"dimensions":{"x":4.0,"y":2,"z":1.6},"yaw":0.0}`
export const box = (track: number) =>
  `{"id":${track},"track_id":${track},"is_keyframe":true,"category_id":1,"type":"bbox","points":[[1.0,2.50],[30,40]]}`
export const polygon = (track: number) =>
  `{"id":${track},"track_id":${track},"is_keyframe":true,"category_id":1,"type":"polygon","points":[[-9.0,1,0.10],[-7,1.50],[-8E0,3,0.1]]}`
export const sensor = (name: string, type: string, ...frames: ReadonlyArray<string>) =>
  `{"name":"${name}","task_type":"${type}","attributes":{"frames":[${frames
    .map((annotations) => `{"annotations":[${annotations}],"timestamp":1700000000123456789}`)
    .join(",")}],"links":[{"odd":1.0}],"format_version":0.20}}`
export const top = sensor(
  "top",
  "pointcloud-cuboid-sequence",
  `${cuboid(1, "8.0")},${cuboid(2, "20.50")}`,
  "",
)
export const rear = sensor("rear", "pointcloud-cuboid-sequence", cuboid(3, "-8.0"))
export const front = sensor("front", "image-vector-sequence", box(1), box(1))
export const curbs = sensor("curbs", "pointcloud-vector-sequence", polygon(3))
const mask = '{"name":"mask","task_type":"image-segmentation-sequence","attributes":[]}'
export const links = '"links":[{"from_id":1,"to_id":2.0,"attributes":{}}]'
export const text = `{"vendor":{"odd":1E2},"sensors":[${top},${rear},${front},${curbs},${mask}],${links}}`

export const read = (source: string): JsonObject => {
  const value = parse(source)
  if (!isObject(value)) throw new Error("not an object")
  return value
}

const frames = (count: number) => ({ frames: Array.from({ length: count }, () => ({})) })
export const sample: JsonObject = {
  sensors: [
    { name: "top", task_type: "pointcloud-cuboid-sequence", attributes: frames(2) },
    { name: "rear", task_type: "pointcloud-cuboid-sequence", attributes: frames(2) },
    { name: "left", task_type: "image-vector-sequence", attributes: frames(3) },
    { name: "front", task_type: "image-vector-sequence", attributes: frames(2) },
    { name: "curbs", task_type: "pointcloud-vector-sequence", attributes: frames(2) },
    { name: "mask", task_type: "image-segmentation-sequence", attributes: frames(2) },
  ],
}
export const dataset: JsonObject = {
  task_type: "multisensor-sequence",
  task_attributes: {
    categories: [
      {
        id: 1,
        name: "car",
        attributes: [
          { name: "occluded", input_type: "checkbox", sensors: "2D" },
          { name: "parked", input_type: "checkbox", sensors: "3D" },
        ],
      },
    ],
  },
}

export const someCuboid: Cuboid = { position: [0, 0, 0], dimensions: [4, 2, 2], yaw: 0, rotation: undefined }
export const corners = [
  [1, 1],
  [5, 5],
] as const

export const places = [
  [0, 0, 0],
  [4, 0, 0.5],
  [4, 4, 0.25],
] as const

export const open = (setting: JsonObject = {}): Editor =>
  openEditor({ ...dataset, ...setting }, sample, read(text))
export const textOf = (editor: Editor): string => print(getWholeLabel(editor.state))
export const keysIn = (editor: Editor): ReadonlyArray<string> =>
  listAnnotations(getLabel(editor.state), editor.state.frame).map(({ key }) => key)

/** The annotations of each stored frame of a sensor. */
export const storedIn = (editor: Editor, name: string): ReadonlyArray<number> => {
  const found = toObjects(getWholeLabel(editor.state).sensors).find((one) => one.name === name)?.attributes
  return isObject(found) ? toObjects(found.frames).map((frame) => toObjects(frame.annotations).length) : []
}
