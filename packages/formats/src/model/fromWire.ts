/** A sample and its label, as JSON on the wire, to scenes. */

import type { MeasuredSize } from "@annotary/core"
import { isShapeOfContract, readExactShape } from "@annotary/core/check"
import type { Losses } from "../carry/Losses.ts"
import { formatTimestamp } from "../files/json.ts"
import { Node } from "../files/Node.ts"
import { countFields } from "./countFields.ts"
import { findKind, isSequence } from "./Dataset.ts"
import type {
  Annotation,
  Attributes,
  BitmapFile,
  Camera,
  Drawing,
  Frame,
  Kind,
  Link,
  Pose,
  Quaternion,
  Scene,
  SceneStatus,
  Split,
  Vector,
} from "./Scene.ts"

export interface WireSample {
  /** The id of a stored sample. */
  readonly id?: string
  readonly name: string
  /** Parsed by `parseJson`. */
  readonly attributes: unknown
  readonly metadata: Readonly<Record<string, unknown>>
  /** The attributes of the label; null without a label. */
  readonly label: unknown
  readonly split?: Split
  /** Absent where nobody says it; a sample without a label is UNLABELED. */
  readonly status?: SceneStatus
  readonly score?: number | null
  /** Measured sizes of its pictures, by the digests of their URLs. */
  readonly sizes?: ReadonlyArray<MeasuredSize & { readonly url: string }>
}

export interface WireContext {
  readonly taskType: string
  /** Counts what scenes do not have, such as velocities. */
  readonly losses: Losses
  /** Decodes the bitmap of a segmentation. */
  readonly bitmap: (url: string) => BitmapFile["load"]
}

export const fromWireSample = (sample: WireSample, context: WireContext): ReadonlyArray<Scene> => {
  const attributes = new Node(sample.attributes, sample.name, "/attributes")
  const label = new Node(sample.label, sample.name, "/label")
  const { score, status } = sample
  const work = { ...(status !== undefined && { status }), ...(score != null && { score }) }
  const base = { name: sample.name, metadata: sample.metadata, split: sample.split ?? null, ...work }
  if (context.taskType !== "multisensor-sequence")
    return [{ ...base, sensor: null, ...fromWireLabel(attributes, label, context.taskType, context) }]
  const labels = label.or([], (found) => found.at("sensors").items())
  const links = label.or([], fromWireLinks)
  return attributes
    .at("sensors")
    .items()
    .map((sensor, index) => {
      const name = sensor.at("name").text()
      const labelAttributes = labels.find((one) => one.at("name").value === name)?.at("attributes")
      const own =
        labelAttributes === undefined || Array.isArray(labelAttributes.value)
          ? new Node(null, sample.name)
          : labelAttributes
      const scene = fromWireLabel(sensor.at("attributes"), own, sensor.at("task_type").text(), context)
      // Links connect tracks over all sensors; the first scene carries them.
      return { ...base, sensor: name, ...scene, ...(index === 0 && { links: [...links, ...scene.links] }) }
    })
}

type SceneParts = Pick<Scene, "kind" | "isSequence" | "frames" | "links">

const fromWireLabel = (attributes: Node, label: Node, taskType: string, context: WireContext): SceneParts => {
  const kind = findKind(taskType)
  if (kind === undefined) return attributes.fail(`has an unknown task type ${JSON.stringify(taskType)}.`)
  const links = label.or([], fromWireLinks)
  if (!isSequence(taskType))
    return { kind, isSequence: false, links, frames: [fromWireFrame(attributes, label, kind, context)] }
  countFields(attributes, "sequence", context.losses)
  const labels = label.or([], (found) => found.at("frames").items())
  const frames = attributes
    .at("frames")
    .items()
    .map((frame, index) =>
      fromWireFrame(frame, labels[index] ?? new Node(null, label.place, `/frames/${index}`), kind, context),
    )
  return { kind, isSequence: true, links, frames }
}

const fromWireFrame = (sample: Node, label: Node, kind: Kind, context: WireContext): Frame => {
  const bitmap = label.or(undefined, (found) =>
    found.at("segmentation_bitmap").or(undefined, (b) => b.at("url")),
  )
  const url = bitmap?.or(undefined, (found) => found.text())
  const { losses } = context
  countFields(sample, "frame", losses)
  return {
    name: sample.at("name").or(null, (name) => name.text()),
    timestamp: formatTimestamp(sample.at("timestamp").value),
    image: sample.at("image").or(null, (image) => {
      countFields(image, "image", losses)
      return { url: image.at("url").or("", (found) => found.text()), size: fromWireSize(image) }
    }),
    cloud: sample.at("pcd").or(null, (cloud) => {
      countFields(cloud, "cloud", losses)
      return { url: cloud.at("url").text(), type: cloud.at("type").or("pcd", (type) => type.text()) }
    }),
    cameras: sample
      .at("images")
      .or([], (images) => images.items().map((camera) => fromWireCamera(camera, losses))),
    egoPose: sample.at("ego_pose").or(null, (pose) => fromWirePose(pose, "position", "heading")),
    attributes: label.or({}, (found) => fromWireAttributes(found.at("image_attributes"))),
    annotations: label.or([], (found) =>
      found
        .at("annotations")
        .items()
        .map((one) => fromWireAnnotation(one, kind, context)),
    ),
    bitmap: url === undefined ? null : { url, load: context.bitmap(url) },
    pointAnnotations: label.or(null, (found) =>
      found.at("point_annotations").or(null, (points) => points.numbers()),
    ),
  }
}

const fromWireSize = (image: Node) => {
  const width = image.at("width")
  const height = image.at("height")
  return width.isPresent && height.isPresent ? { width: width.whole(), height: height.whole() } : null
}

const fromWireCamera = (camera: Node, losses: Losses): Camera => {
  countFields(camera, "camera", losses)
  return readCamera(camera)
}

const readCamera = (camera: Node): Camera => ({
  name: camera.at("name").or(null, (name) => name.text()),
  url: camera.at("url").or(null, (url) => url.text()),
  size: fromWireSize(camera),
  intrinsics: camera.at("intrinsics").or(null, (found) =>
    found
      .at("intrinsic_matrix")
      .items()
      .map((row) => row.numbers()),
  ),
  extrinsics: camera.at("extrinsics").or(null, (found) => fromWirePose(found, "translation", "rotation")),
  convention: camera
    .at("camera_convention")
    .or("OpenGL", (found) => (found.value === "OpenCV" ? "OpenCV" : "OpenGL")),
  distortion: camera.at("distortion").or(null, (found) => found.object()),
})

const fromWirePose = (pose: Node, position: string, rotation: string): Pose => ({
  position: fromWireVector(pose.at(position)),
  rotation: fromWireQuaternion(pose.at(rotation)),
})

const fromWireVector = (node: Node): Vector => ({
  x: node.at("x").number(),
  y: node.at("y").number(),
  z: node.at("z").number(),
})

const fromWireQuaternion = (node: Node): Quaternion => ({
  qx: node.at("qx").number(),
  qy: node.at("qy").number(),
  qz: node.at("qz").number(),
  qw: node.at("qw").number(),
})

const fromWireAnnotation = (node: Node, kind: Kind, context: WireContext): Annotation =>
  (kind === "image-vector" ? readPlainDrawing(node.value) : undefined) ?? readAnnotation(node, kind, context)

/**
 * Shapes without anything special, of which there are many, without nodes for their places. Undefined for all others, and for what
 * cannot be read: it is refused with its place then.
 */
const readPlainDrawing = (value: unknown): Drawing | undefined => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined
  const { attributes, category_id, id, is_keyframe, points, shape, track_id, type } = value as Readonly<
    Record<string, unknown>
  >
  if (type !== "bbox" && type !== "polygon" && type !== "polyline" && type !== "point") return undefined
  if (shape !== undefined || attributes !== undefined || track_id !== undefined) return undefined
  if (!Number.isSafeInteger(id) || !Number.isSafeInteger(category_id) || !arePoints(points)) return undefined
  if (is_keyframe !== undefined && typeof is_keyframe !== "boolean") return undefined
  return {
    id: Number(id),
    categoryId: Number(category_id),
    trackId: null,
    isKeyframe: is_keyframe ?? false,
    attributes: noAttributes,
    type,
    points,
  }
}

const noAttributes: Attributes = Object.freeze({})

const arePoints = (value: unknown): value is Drawing["points"] => {
  if (!Array.isArray(value)) return false
  for (const point of value) {
    if (!Array.isArray(point)) return false
    for (const number of point) if (typeof number !== "number" || !Number.isFinite(number)) return false
  }
  return true
}

const readAnnotation = (node: Node, kind: Kind, { losses }: WireContext): Annotation => {
  const common = {
    id: node.at("id").whole(),
    categoryId: node.at("category_id").whole(),
    trackId: node.at("track_id").or(null, (id) => id.whole()),
    isKeyframe: node.at("is_keyframe").or(false, (found) => found.truth()),
    attributes: fromWireAttributes(node.at("attributes")),
  }
  if (kind === "image-segmentation" || kind === "cloud-segmentation") return { ...common, type: "segment" }
  const type = node.at("type").or(kind === "cuboid" ? "cuboid" : "bbox", (found) => found.text())
  if (type === "cuboid" || type === "cuboid-sync") {
    for (const motion of ["velocity", "acceleration"])
      if (node.at(motion).isPresent) losses.add("unknown", `${node.place}/${motion}`)
    return {
      ...common,
      type: "cuboid",
      isSynced: type === "cuboid-sync",
      position: fromWireVector(node.at("position")),
      dimensions: fromWireVector(node.at("dimensions")),
      yaw: node.at("yaw").number(),
      rotation: node.at("rotation").or(null, fromWireQuaternion),
    }
  }
  if (type !== "bbox" && type !== "polygon" && type !== "polyline" && type !== "point")
    return node.at("type").fail(`is unknown: ${JSON.stringify(type)}.`)
  const points = node
    .at("points")
    .items()
    .map((point) => point.numbers())
  return {
    ...common,
    type,
    points,
    ...(kind === "image-vector" && fromWireShape(node, { type, points }, losses)),
  }
}

/** The exact shape. One that was made from other points than these is counted, and so is one that Annotary cannot read. */
const fromWireShape = (
  annotation: Node,
  contract: Pick<Drawing, "type" | "points">,
  losses: Losses,
): Pick<Drawing, "shape"> => {
  const node = annotation.at("shape")
  if (!node.isPresent) return {}
  const shape = readExactShape(toPlain(node.value))
  if ("problem" in shape) {
    losses.add("unknown", node.place)
    return {}
  }
  if (isShapeOfContract(node.value, contract)) return { shape }
  losses.add("outdated-shapes", node.place)
  return {}
}

/** Whole numbers beyond the exact range are read as bigint; a place needs no such digits. */
const toPlain = (value: unknown): unknown => {
  if (typeof value === "bigint") return Number(value)
  if (Array.isArray(value)) return value.map(toPlain)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toPlain(member)]))
}

/** Of a frame, an annotation or a link. */
const fromWireAttributes = (node: Node): Attributes =>
  node.or({}, (found) => {
    const attributes: Record<string, Attributes[string]> = {}
    // Labels are checked when they are saved: a value is a text, number, truth value, null or a list of texts.
    for (const [name, value] of Object.entries(found.object()))
      attributes[name] = (typeof value === "bigint" ? String(value) : value) as Attributes[string]
    return attributes
  })

const fromWireLinks = (label: Node): ReadonlyArray<Link> =>
  label.at("links").or([], (links) =>
    links.items().map((link) => ({
      from: link.at("from_id").whole(),
      to: link.at("to_id").whole(),
      attributes: fromWireAttributes(link.at("attributes")),
    })),
  )
