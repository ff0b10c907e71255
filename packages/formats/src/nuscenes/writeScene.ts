/** Writes one sequence: its samples, their files and poses, and its annotations, each of which knows the one before and after it. */
import type { WriteContext } from "../Format.ts"
import { getEnding } from "../files/paths.ts"
import { makeCategoryNames } from "../model/Dataset.ts"
import { getCuboidRotation, identity, moveCuboid, openCvPose } from "../model/poses.ts"
import type { Annotation, AttributeValue, Camera, Cuboid, Frame, Pose, Scene } from "../model/Scene.ts"
import type { PlacedFiles } from "../side/SideFile.ts"
import { toAttributeName, toVisibility } from "./attributes.ts"
import { makeToken, type Row, type Tables } from "./tables.ts"
import { toMicroseconds } from "./timestamps.ts"

export const lidarChannel = "LIDAR_TOP"

/** A row with its neighbors: those of the same chain in the order in which they were added. */
type Linked = {
  readonly token: string
  readonly prev: string
  next: string
}

export class SceneWriter {
  readonly #tables: Tables
  readonly #context: WriteContext
  readonly #nameOf: (id: number) => string
  readonly #sensors = new Map<string, "lidar" | "camera">()
  readonly #attributes = new Set<string>()

  constructor(tables: Tables, context: WriteContext) {
    this.#tables = tables
    this.#context = context
    this.#nameOf = makeCategoryNames(context.dataset)
  }

  async write(scene: Scene, scene_token: string, log_token: string): Promise<ReadonlyArray<PlacedFiles>> {
    const { frames, name } = scene
    const tokens = frames.map((_, index) => makeToken("sample", scene_token, index))
    const calibrated = new Calibrations()
    const data = new Map<string, Array<Linked & Row>>()
    const placed: Array<PlacedFiles> = []
    const isMoving = frames.some(({ egoPose }) => egoPose !== null)
    for (const [index, frame] of frames.entries()) {
      const token = tokens[index] ?? ""
      // Its objects would be about the origin of the world, far from those of other frames.
      if (isMoving && frame.egoPose === null)
        this.#context.losses.add("coordinates", `${name}, frame ${index + 1}`)
      const timestamp = toMicroseconds(frame.timestamp, index)
      const next = tokens[index + 1] ?? ""
      await this.#add("sample", { token, timestamp, prev: tokens[index - 1] ?? "", next, scene_token })
      const ego = makeToken("ego_pose", token)
      await this.#add("ego_pose", { token: ego, timestamp, ...printPose(frame.egoPose ?? identity) })
      const files = await this.#placeFiles(frame, name, index)
      placed.push(files)
      for (const channel of this.#channels(frame, files)) {
        this.#sensors.set(channel.name, channel.modality)
        const calibration = calibrated.of(scene_token, channel.name, channel.pose, channel.intrinsics)
        if (calibration.isNew) await this.#add("calibrated_sensor", calibration.row)
        const row = {
          sample_token: token,
          ego_pose_token: ego,
          calibrated_sensor_token: calibration.row.token,
          timestamp,
          fileformat: getEnding(channel.file).slice(1),
          is_key_frame: true,
          height: channel.height,
          width: channel.width,
          filename: channel.file,
        }
        link(data, channel.name, makeToken("sample_data", token, channel.name), row)
      }
    }
    for (const chain of data.values()) for (const row of chain) await this.#add("sample_data", row)
    await this.#annotations(scene, scene_token, tokens)
    await this.#add("scene", {
      token: scene_token,
      log_token,
      nbr_samples: frames.length,
      first_sample_token: tokens[0] ?? "",
      last_sample_token: tokens.at(-1) ?? "",
      name,
      description: "",
    })
    return placed
  }

  async writeSensors(): Promise<void> {
    for (const [channel, modality] of this.#sensors)
      await this.#add("sensor", { token: makeToken("sensor", channel), channel, modality })
  }

  async #add(table: Parameters<Tables["add"]>[0], row: Row): Promise<void> {
    await this.#tables.add(table, row)
  }

  async #placeFiles(frame: Frame, name: string, index: number): Promise<PlacedFiles> {
    const { place } = this.#context
    const stem = (channel: string) =>
      `samples/${channel}/${toFileStem(name)}__${String(index).padStart(6, "0")}`
    const cameras: Array<string | null> = []
    for (const [at, camera] of frame.cameras.entries())
      cameras.push(camera.url === null ? null : await place(camera, stem(toChannel(camera, at))))
    return { file: frame.cloud && (await place(frame.cloud, stem(lidarChannel))), cameras }
  }

  #channels(frame: Frame, files: PlacedFiles) {
    const lidar = {
      name: lidarChannel,
      modality: "lidar" as const,
      pose: identity,
      intrinsics: [] as ReadonlyArray<ReadonlyArray<number>>,
      file: files.file ?? "",
      width: 0,
      height: 0,
    }
    const cameras = frame.cameras.map((camera, index) => {
      const { losses } = this.#context
      if (camera.distortion !== null) losses.add("distortion", toChannel(camera, index))
      if (camera.extrinsics === null) losses.add("camera-poses", toChannel(camera, index))
      return {
        name: toChannel(camera, index),
        modality: "camera" as const,
        pose: openCvPose(camera) ?? identity,
        intrinsics: camera.intrinsics ?? [],
        file: files.cameras[index] ?? "",
        width: camera.size?.width ?? 0,
        height: camera.size?.height ?? 0,
      }
    })
    return [lidar, ...cameras]
  }

  async #annotations(scene: Scene, sceneToken: string, samples: ReadonlyArray<string>): Promise<void> {
    const instances = new Map<string, Array<Linked & Row>>()
    const rows: Array<Row> = []
    const categories = new Map<string, string>()
    scene.frames.forEach((frame, index) => {
      frame.annotations.forEach((annotation, at) => {
        if (annotation.type !== "cuboid") return
        const sample_token = samples[index] ?? ""
        const category = this.#nameOf(annotation.categoryId)
        // A track whose category changes is an instance in each.
        const instance_token = makeToken(
          "instance",
          sceneToken,
          annotation.trackId ?? annotation.id,
          category,
        )
        categories.set(instance_token, category)
        const row = {
          sample_token,
          instance_token,
          ...this.#listAttributeTokens(annotation),
          ...printCuboid(moveCuboid(annotation, frame.egoPose ?? identity)),
        }
        rows.push(link(instances, instance_token, makeToken("sample_annotation", sample_token, at), row))
      })
    })
    for (const [token, chain] of instances)
      await this.#add("instance", {
        token,
        category_token: makeToken("category", categories.get(token) ?? ""),
        nbr_annotations: chain.length,
        first_annotation_token: chain[0]?.token ?? "",
        last_annotation_token: chain.at(-1)?.token ?? "",
      })
    for (const { annotations } of scene.frames) await this.#writeAttributes(annotations)
    for (const row of rows) await this.#add("sample_annotation", row)
  }

  #listAttributeTokens({ attributes, id }: Cuboid) {
    const { interior_points: points, radar_points: radarPoints, ...named } = attributes
    const level = toVisibility(named.visibility ?? null)
    const others = Object.entries(attributes).filter(([name, value]) => !hasColumn(name, value ?? null))
    const isCount = typeof points === "number" && Number.isSafeInteger(points) && points >= 0
    const { losses } = this.#context
    if (points !== undefined && !isCount) losses.add("attribute-value", `annotation ${id}`)
    if (radarPoints !== undefined && typeof radarPoints !== "string" && !isRadarCount(radarPoints))
      losses.add("attribute-as-text", `annotation ${id}`)
    return {
      visibility_token: level,
      attribute_tokens: others.map(([name, value]) =>
        makeAttributeToken(toAttributeName(name, String(value))),
      ),
      num_lidar_pts: isCount ? points : unknownPoints,
      num_radar_pts: isRadarCount(radarPoints ?? null) ? radarPoints : 0,
    }
  }

  /** Each name with its value once: memory grows with different ones, not with annotations. */
  async #writeAttributes(annotations: ReadonlyArray<Annotation>): Promise<void> {
    for (const { attributes } of annotations)
      for (const [key, value] of Object.entries(attributes)) {
        if (hasColumn(key, value ?? null)) continue
        const name = toAttributeName(key, String(value))
        if (this.#attributes.has(name)) continue
        this.#attributes.add(name)
        await this.#add("attribute", { token: makeAttributeToken(name), name, description: "" } as {
          token: string
        })
      }
  }
}

/** In place of a count of points that nobody made: evaluations leave out objects with 0. */
export const unknownPoints = -1

/** The table of annotations has columns for some attributes, some of them for certain values alone. */
const hasColumn = (name: string, value: AttributeValue): boolean =>
  name === "interior_points" ||
  (name === "visibility" && toVisibility(value) !== "") ||
  (name === "radar_points" && isRadarCount(value))

/** The column of radar points has 0 where there are none, which is no attribute. */
const isRadarCount = (value: AttributeValue): boolean => Number.isSafeInteger(value) && Number(value) > 0

const makeAttributeToken = (name: string): string => makeToken("attribute", name)

const toChannel = ({ name }: Camera, index: number): string => name ?? `CAM_${index}`

/** File names of nuScenes have no folders in them. */
const toFileStem = (name: string): string => encodeURIComponent(name)

const link = (
  chains: Map<string, Array<Linked & Row>>,
  key: string,
  token: string,
  row: Readonly<Record<string, unknown>>,
): Linked & Row => {
  const chain = chains.get(key) ?? []
  chains.set(key, chain)
  const last = chain.at(-1)
  if (last !== undefined) last.next = token
  const linked = { token, ...row, prev: last?.token ?? "", next: "" }
  chain.push(linked)
  return linked
}

/** Width, length, height; the quaternion begins with w. */
const printCuboid = (cuboid: Cuboid) => {
  const { dimensions, position } = cuboid
  const { qw, qx, qy, qz } = getCuboidRotation(cuboid)
  return {
    translation: [position.x, position.y, position.z],
    size: [dimensions.y, dimensions.x, dimensions.z],
    rotation: [qw, qx, qy, qz],
  }
}

const printPose = ({ position, rotation }: Pose) => ({
  rotation: [rotation.qw, rotation.qx, rotation.qy, rotation.qz],
  translation: [position.x, position.y, position.z],
})

/** The calibrations of a scene: the same values are one row. */
class Calibrations {
  readonly #tokens = new Set<string>()

  of(scene: string, channel: string, pose: Pose, intrinsics: ReadonlyArray<ReadonlyArray<number>>) {
    const values = { ...printPose(pose), camera_intrinsic: intrinsics }
    const token = makeToken("calibrated_sensor", scene, channel, JSON.stringify(values))
    const isNew = !this.#tokens.has(token)
    this.#tokens.add(token)
    return { isNew, row: { token, sensor_token: makeToken("sensor", channel), ...values } }
  }
}
