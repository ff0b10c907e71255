/** Scenes to a sample and its label, as JSON on the wire. */
import type { SizeOfUrl } from "@annotary/core"
import { toShapeJson } from "@annotary/core/check"
import { parseTimestamp } from "../files/json.ts"
import { assignTracks } from "./assignTracks.ts"
import type { Annotation, Camera, Cuboid, Frame, Kind, Pose, Scene, SceneStatus, Size } from "./Scene.ts"

export interface WireRecord {
  readonly name: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly metadata: Readonly<Record<string, unknown>>
  /** Null where the files have no label. */
  readonly label: Readonly<Record<string, unknown>> | null
  /** The files say that the label is no finished answer: a prediction, or a sample that was skipped. */
  readonly status?: UnfinishedStatus
  /** The score of a prediction. */
  readonly score?: number
  /** Measured sizes of pictures whose size the attributes do not state. */
  readonly sizes?: ReadonlyArray<SizeOfUrl>
}

export type UnfinishedStatus = "PRELABELED" | "SKIPPED"

/** Whoever imports decides the status of finished answers, and of those whose format has no status. */
const isUnfinished = (status: SceneStatus | undefined): status is UnfinishedStatus =>
  status === "PRELABELED" || status === "SKIPPED"

/**
 * The sample of all its scenes, one per sensor. Print it by `printJson`. `urlOf` gives the URL of a bitmap; `onTrack` is called for an object whose
 * id is the number of a track, and which gets another one.
 */
export const toWireRecord = async (
  given: ReadonlyArray<Scene>,
  urlOf: (bitmap: NonNullable<Frame["bitmap"]>, frame: number) => Promise<string>,
  onTrack: (scene: Scene) => void = () => {},
): Promise<WireRecord> => {
  // In a label of a sequence every annotation has a track.
  const scenes = given.some(({ isSequence }) => isSequence) ? assignTracks(given, onTrack) : given
  const first = scenes[0]
  if (first === undefined) throw new Error("A sample has at least one scene.")
  const { metadata, name, score, sensor, status } = first
  const work = { ...(isUnfinished(status) && { status }), ...(score !== undefined && { score }) }
  if (sensor === null) {
    const label = status === "UNLABELED" ? null : { ...(await toWireLabel(first, urlOf)) }
    return { name, metadata, attributes: toWireSample(first), label, ...work }
  }
  const sensors = await Promise.all(
    scenes.map(async (scene) => ({
      name: scene.sensor,
      task_type: toTaskType(scene.kind),
      sample: toWireSample(scene),
      label: await toWireLabel({ ...scene, links: [] }, urlOf),
    })),
  )
  const links = toWireLinks(scenes.flatMap((scene) => scene.links))
  return {
    name,
    metadata,
    attributes: {
      sensors: sensors.map(({ label: _, sample, ...rest }) => ({ ...rest, attributes: sample })),
    },
    label:
      status === "UNLABELED"
        ? null
        : {
            sensors: sensors.map(({ label, sample: _, ...rest }) => ({ ...rest, attributes: label })),
            ...links,
          },
    ...work,
  }
}

const sequenceTypes: { readonly [Key in Kind]: string } = {
  "image-vector": "image-vector-sequence",
  "image-segmentation": "image-segmentation-sequence",
  cuboid: "pointcloud-cuboid-sequence",
  "cloud-vector": "pointcloud-vector-sequence",
  "cloud-segmentation": "pointcloud-segmentation-sequence",
}

const singleTypes: { readonly [Key in Kind]: string } = {
  "image-vector": "vector",
  "image-segmentation": "segmentation-bitmap",
  cuboid: "pointcloud-cuboid",
  "cloud-vector": "pointcloud-vector",
  "cloud-segmentation": "pointcloud-segmentation",
}

/** The task type of a dataset of such scenes. */
export const toTaskType = (kind: Kind, isSequence = true): string =>
  (isSequence ? sequenceTypes : singleTypes)[kind]

const toWireSample = (scene: Scene): Readonly<Record<string, unknown>> => {
  const frames = scene.frames.map(sampleFrame)
  return scene.isSequence ? { frames } : (frames[0] ?? {})
}

const sampleFrame = (frame: Frame): Readonly<Record<string, unknown>> => ({
  ...(frame.name !== null && { name: frame.name }),
  ...(frame.timestamp !== null && { timestamp: parseTimestamp(frame.timestamp) }),
  ...(frame.image !== null && { image: { url: frame.image.url, ...printSize(frame.image.size) } }),
  ...(frame.cloud !== null && { pcd: frame.cloud }),
  ...(frame.cameras.length > 0 && { images: frame.cameras.map(toWireCamera) }),
  ...(frame.egoPose !== null && { ego_pose: toWirePose(frame.egoPose, "position", "heading") }),
})

/** A size that a record states. Measured ones are beside the sample. */
const printSize = (size: Size | null): Readonly<Record<string, number>> =>
  size === null || size.isMeasured === true ? {} : { width: size.width, height: size.height }

const toWireCamera = (camera: Camera): Readonly<Record<string, unknown>> => ({
  ...(camera.name !== null && { name: camera.name }),
  ...(camera.url !== null && { url: camera.url }),
  ...printSize(camera.size),
  ...(camera.intrinsics !== null && { intrinsics: { intrinsic_matrix: camera.intrinsics } }),
  ...(camera.extrinsics !== null && { extrinsics: toWirePose(camera.extrinsics, "translation", "rotation") }),
  ...(camera.distortion !== null && { distortion: camera.distortion }),
  camera_convention: camera.convention,
})

const toWirePose = ({ position, rotation }: Pose, positionName: string, rotationName: string) => ({
  [positionName]: position,
  [rotationName]: rotation,
})

type UrlOf = Parameters<typeof toWireRecord>[1]

const toWireLabel = async (scene: Scene, urlOf: UrlOf): Promise<Readonly<Record<string, unknown>>> => {
  const frames: Array<Awaited<ReturnType<typeof labelFrame>>> = []
  // One after the other: the bitmap of one frame is in memory at a time.
  for (const [index, frame] of scene.frames.entries())
    frames.push(await labelFrame(frame, index, scene, urlOf))
  const links = toWireLinks(scene.links)
  return scene.isSequence ? { frames, ...links } : { ...frames[0], ...links }
}

const toWireLinks = (links: Scene["links"]) =>
  links.length === 0
    ? {}
    : { links: links.map(({ attributes, from, to }) => ({ from_id: from, to_id: to, attributes })) }

const labelFrame = async (frame: Frame, index: number, scene: Scene, urlOf: UrlOf) => ({
  annotations: frame.annotations.map((annotation) => toWireAnnotation(annotation, scene.isSequence)),
  ...(scene.isSequence && frame.timestamp !== null && { timestamp: parseTimestamp(frame.timestamp) }),
  ...(Object.keys(frame.attributes).length > 0 && { image_attributes: frame.attributes }),
  ...(frame.bitmap !== null && { segmentation_bitmap: { url: await urlOf(frame.bitmap, index) } }),
  ...(frame.pointAnnotations !== null && { point_annotations: frame.pointAnnotations }),
})

const toWireAnnotation = (
  annotation: Annotation,
  isSequence: boolean,
): Readonly<Record<string, unknown>> => ({
  id: annotation.id,
  category_id: annotation.categoryId,
  ...(isSequence && { track_id: annotation.trackId ?? annotation.id, is_keyframe: annotation.isKeyframe }),
  ...(annotation.type === "cuboid" && toWireCuboid(annotation)),
  ...("points" in annotation && { type: annotation.type, points: annotation.points }),
  ...("shape" in annotation &&
    annotation.shape !== undefined && { shape: toShapeJson(annotation.shape, annotation) }),
  ...(Object.keys(annotation.attributes).length > 0 && { attributes: annotation.attributes }),
})

const toWireCuboid = ({ dimensions, isSynced, position, rotation, yaw }: Cuboid) => ({
  type: isSynced ? "cuboid-sync" : "cuboid",
  position,
  dimensions,
  yaw,
  ...(rotation !== null && { rotation }),
})
