/** Writes one document per sample; the scenes of its sensors are streams of it. */
import type { WriteContext, Writer } from "../Format.ts"
import { getStem } from "../files/paths.ts"
import { writeFile } from "../files/Target.ts"
import { assignTracks } from "../model/assignTracks.ts"
import { makeCategoryNames } from "../model/Dataset.ts"
import { openCvPose } from "../model/poses.ts"
import type { Annotation, Frame, Scene } from "../model/Scene.ts"
import { printAttributes } from "./attributes.ts"
import { Objects } from "./objects.ts"
import { ontologyPath, printOntology } from "./ontology.ts"
import { printCamera } from "./printIntrinsics.ts"
import { printShape } from "./shapes.ts"
import { CoordinateSystems, getSensorStream, nameCameras, printTransform, world } from "./streams.ts"

export const writeOpenLabel: Writer = async (scenes, context) => {
  await writeFile(context.target, ontologyPath, printOntology(context.dataset))
  for await (const sample of groupScenesBySample(scenes)) await writeSample(sample, context)
}

/** The scenes of a sample of several sensors follow each other. */
async function* groupScenesBySample(scenes: AsyncIterable<Scene>): AsyncGenerator<ReadonlyArray<Scene>> {
  let pending: Array<Scene> = []
  for await (const scene of scenes) {
    if (pending[0] !== undefined && (scene.sensor === null || pending[0].name !== scene.name)) {
      yield pending
      pending = []
    }
    pending.push(scene)
  }
  if (pending.length > 0) yield pending
}

const writeSample = async (given: ReadonlyArray<Scene>, context: WriteContext): Promise<void> => {
  // Objects are those of all sensors.
  const scenes = assignTracks(given, ({ name }) => context.losses.add("track-ids", name))
  const first = scenes[0]
  if (first === undefined) return
  const stem = getStem(first.name)
  const document = new Document(scenes, context)
  for (const scene of scenes) {
    let index = 0
    for (const frame of scene.frames) {
      await document.add(
        scene,
        frame,
        index,
        `${stem}${scene.sensor === null ? "" : `/${getStem(scene.sensor)}`}`,
      )
      index += 1
    }
  }
  const { metadata, split } = first
  const own = {
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(split !== null && { split }),
    sensors: scenes.map((scene) => ({
      stream: getSensorStream(scene),
      ...(scene.sensor !== null && { name: scene.sensor }),
      kind: scene.kind,
      is_sequence: scene.isSequence,
      frames: scene.frames.length,
    })),
  }
  const printed = { openlabel: { ...document.printStream(first.name, own) } }
  await writeFile(context.target, `${stem}.json`, `${JSON.stringify(printed)}\n`)
}

const makeDataName = (type: string, index: number): string => (index === 0 ? type : `${type}-${index + 1}`)

/** Names of an object's data in a frame are distinct, also those of other sensors. The joint of a skeleton is the name of its point. */
const findFreeName = (name: string | undefined, type: string, index: number, taken: Set<string>): string => {
  let free = name ?? makeDataName(type, index)
  for (let number = index + 1; taken.has(free); number++) free = makeDataName(name ?? type, number)
  taken.add(free)
  return free
}

/** A JSON object under construction. */
type Members = Record<string, unknown>

const getMembers = (parent: Members, key: string): Members => {
  // Without a prototype a stream may have any name.
  parent[key] ??= Object.create(null)
  // Only this function puts something there.
  return parent[key] as Members
}

class Document {
  readonly #context: WriteContext
  readonly #nameOf: (id: number) => string
  readonly #systems = new CoordinateSystems()
  readonly #streams: Members = Object.create(null)
  readonly #frames: Members = {}
  readonly #objects = new Objects()
  /** The point cloud of each camera, by the name of its stream. */
  readonly #cameras = new Map<string, string>()
  readonly #scenes: ReadonlyArray<Scene>
  readonly #taken: ReadonlySet<string>

  constructor(scenes: ReadonlyArray<Scene>, context: WriteContext) {
    this.#context = context
    this.#scenes = scenes
    this.#nameOf = makeCategoryNames(context.dataset)
    this.#taken = new Set([world, ...scenes.map(getSensorStream)])
    const moves = scenes.some(({ frames }) => frames.some(({ egoPose }) => egoPose !== null))
    if (moves) this.#systems.add(world, "scene_cs")
    for (const scene of scenes) {
      const isImage = scene.kind === "image-vector"
      this.#systems.add(getSensorStream(scene), "sensor_cs", moves && !isImage ? world : "")
      this.#streams[getSensorStream(scene)] = { type: isImage ? "camera" : "lidar" }
    }
  }

  async add(scene: Scene, frame: Frame, index: number, folder: string): Promise<void> {
    const stream = getSensorStream(scene)
    const path = scene.isSequence ? `${folder}/${String(index).padStart(6, "0")}` : folder
    const printed = getMembers(this.#frames, String(index))
    const properties = getMembers(printed, "frame_properties")
    if (frame.timestamp !== null) properties.timestamp ??= frame.timestamp
    const file = frame.image ?? frame.cloud
    const uri = file === null ? undefined : await this.#context.place(file, path)
    getMembers(properties, "streams")[stream] = {
      ...(uri !== undefined && { uri }),
      stream_properties: {
        ...(frame.timestamp !== null && { sync: { timestamp: frame.timestamp } }),
        ...(frame.name !== null && { name: frame.name }),
        ...(frame.cloud !== null && { type: frame.cloud.type }),
        ...(frame.image?.size && {
          intrinsics_pinhole: { width_px: frame.image.size.width, height_px: frame.image.size.height },
        }),
        ...printAttributes(frame.attributes),
      },
    }
    if (frame.egoPose !== null)
      Object.assign(getMembers(properties, "transforms"), printTransform(stream, world, frame.egoPose))
    await this.#addCameras(frame, stream, path, properties)
    this.#addAnnotations(frame, scene, index, printed)
  }

  /** The calibration of the first frame is that of the stream; a frame whose calibration differs says its own. */
  async #addCameras(frame: Frame, stream: string, path: string, properties: Members): Promise<void> {
    const names = nameCameras(frame.cameras, this.#taken)
    for (const [index, camera] of frame.cameras.entries()) {
      const name = this.#cameraKey(stream, names[index] ?? "")
      const pose = openCvPose(camera)
      const own = { beside: stream, ...(camera.name !== null && { name: camera.name }) }
      const printedStream = { type: "camera", stream_properties: { ...printCamera(camera), ...own } }
      this.#streams[name] ??= printedStream
      // Without a pose nothing says where the camera is.
      if (pose !== null) this.#systems.add(name, "sensor_cs", stream, pose)
      const isSame = JSON.stringify(this.#streams[name]) === JSON.stringify(printedStream)
      const uri = camera.url === null ? undefined : await this.#context.place(camera, `${path}/${name}`)
      getMembers(properties, "streams")[name] = {
        ...(uri !== undefined && { uri }),
        ...(!isSame && { stream_properties: printedStream.stream_properties }),
      }
      if (pose !== null)
        Object.assign(getMembers(properties, "transforms"), printTransform(name, stream, pose))
    }
  }

  /** Cameras of several point clouds may have the same name. */
  #cameraKey(stream: string, name: string): string {
    const knownStream = this.#cameras.get(name) ?? stream
    if (knownStream !== stream) return this.#cameraKey(stream, `${name}@${stream}`)
    this.#cameras.set(name, stream)
    return name
  }

  #addAnnotations(frame: Frame, scene: Scene, index: number, printed: Members): void {
    const isOrdered = frame.annotations.every(
      ({ id }, at) => at === 0 || (frame.annotations[at - 1]?.id ?? 0) < id,
    )
    frame.annotations.forEach((annotation, at) => {
      const uid = this.#objects.assignUid(annotation, this.#nameOf(annotation.categoryId))
      const data = getMembers(getMembers(getMembers(printed, "objects"), uid), "object_data")
      for (const element of this.#addElements(annotation, scene, isOrdered ? undefined : at, data)) {
        const { type, ...rest } = element
        data[type] = [...((data[type] as ReadonlyArray<object> | undefined) ?? []), rest]
        this.#objects.note(uid, index, type, rest.name)
      }
    })
  }

  #addElements(annotation: Annotation, scene: Scene, order: number | undefined, data: Members) {
    // Only this class puts something there.
    const lists = data as Record<string, ReadonlyArray<{ readonly name: string }>>
    const taken = new Set(Object.values(lists).flatMap((list) => list.map(({ name }) => name)))
    return printShape(annotation).map(({ extra, name, type, val }, part) => ({
      type,
      name: findFreeName(name, type, (lists[type]?.length ?? 0) + part, taken),
      coordinate_system: getSensorStream(scene),
      val,
      ...extra,
      ...(part === 0 && printAttributes(annotation.attributes)),
      annotation_id: annotation.id,
      ...(order !== undefined && { order }),
      ...(scene.isSequence && !annotation.isKeyframe && { is_keyframe: false }),
    }))
  }

  printStream(name: string, own: Members): Members {
    const { losses } = this.#context
    const relations: Members = {}
    const linkAttributes: Members = {}
    for (const link of this.#scenes.flatMap(({ links }) => links)) {
      const key = String(Object.keys(relations).length)
      if (!this.#objects.has(String(link.from)) || !this.#objects.has(String(link.to))) {
        losses.add("links", name)
        continue
      }
      relations[key] = {
        name: `link-${key}`,
        type: "link",
        rdf_subjects: [{ type: "object", uid: String(link.from) }],
        rdf_objects: [{ type: "object", uid: String(link.to) }],
      }
      if (Object.keys(link.attributes).length > 0) linkAttributes[key] = link.attributes
    }
    const last = Object.keys(this.#frames).length - 1
    return {
      metadata: {
        schema_version: "1.0.0",
        name,
        annotary: {
          ...own,
          ...(Object.keys(linkAttributes).length > 0 && { link_attributes: linkAttributes }),
        },
      },
      ontologies: { "0": ontologyPath },
      streams: this.#streams,
      coordinate_systems: this.#systems.printed,
      objects: this.#objects.printed,
      ...(Object.keys(relations).length > 0 && { relations }),
      ...(last >= 0 && { frame_intervals: [{ frame_start: 0, frame_end: last }] }),
      frames: this.#frames,
    }
  }
}
