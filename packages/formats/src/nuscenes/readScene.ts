/** Reads one scene: its samples in the order of their time, their poses, files and annotations. */
import type { Losses } from "../carry/Losses.ts"
import { formatTimestamp } from "../files/json.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import { findCloudType } from "../model/cloudType.ts"
import type { Dataset } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import { invert, isIdentity, moveCuboid, toHeading } from "../model/poses.ts"
import type { Cuboid, Frame, Scene } from "../model/Scene.ts"
import type { SideFrame, SideScene } from "../side/readSide.ts"
import { readCuboid } from "./readCuboid.ts"
import { readCamera, readRecordings } from "./readRecordings.ts"
import { openTables, type SceneRow, type SceneTables } from "./SceneTables.ts"
import { lidarChannel } from "./writeScene.ts"

interface SampleRow {
  readonly sample: number
  readonly timestamp: string
  readonly token: Node
}

export class SceneReader {
  readonly #tables: SceneTables

  private constructor(tables: SceneTables) {
    this.#tables = tables
  }

  static async open(source: Source, folder: string, dataset: Dataset, losses: Losses): Promise<SceneReader> {
    return new SceneReader(await openTables(source, folder, dataset, losses))
  }

  get scenes(): ReadonlyArray<SceneRow> {
    return this.#tables.scenes
  }

  async read({ name, number }: SceneRow, side?: SideScene): Promise<Scene> {
    const { samples, samplesOf } = this.#tables
    const rows: Array<SampleRow> = []
    const own = samplesOf.of(number)
    const parts = new PartReader(this.#tables.losses, "records")
    for (const [index, row] of (await samples.rows(own)).entries()) {
      const timestamp = parts.read(() => readTimestamp(row.at("timestamp")))
      const token = row.at("token")
      if (timestamp !== undefined) rows.push({ sample: own[index] ?? 0, timestamp, token })
    }
    // The frames of the side file are known by their positions, which say nothing once a frame was left out.
    const sideFrames = side?.frames.length === rows.length ? side.frames : undefined
    // Samples are in the order of their time; with equal times in that of the table.
    if (sideFrames === undefined) rows.sort((a, b) => Number(a.timestamp) - Number(b.timestamp))
    const tracks = new Map<number, number>()
    const frames: Array<Frame> = []
    for (const [index, row] of rows.entries()) {
      const frame = await parts.readLater(() => this.#frame(row, tracks, sideFrames?.[index]))
      if (frame !== undefined) frames.push(frame)
    }
    parts.checkAny()
    // The writer puts the identity where the vehicle has no pose. In a drive it is one: that of a frame at its origin.
    const hasPoses = frames.some(({ egoPose }) => egoPose !== null && !isIdentity(egoPose))
    const ownFrames = hasPoses ? frames : frames.map((frame) => ({ ...frame, egoPose: null }))
    return { ...emptyScene, name, kind: "cuboid", isSequence: true, frames: ownFrames }
  }

  async #frame(
    { sample, timestamp, token }: SampleRow,
    tracks: Map<number, number>,
    side?: SideFrame,
  ): Promise<Frame> {
    const { losses } = this.#tables
    const recordings = await readRecordings(this.#tables, sample)
    const lidar =
      recordings.find(({ channel }) => channel === lidarChannel) ??
      recordings.find(({ modality }) => modality === "lidar")
    // Without a point cloud, objects are in the frame of the vehicle, which every other sensor knows.
    const pose =
      lidar?.pose ??
      recordings[0]?.vehicle ??
      token.fail("has no recording of a sensor, whose pose would give its objects a place.")
    const others = recordings.filter((sensor) => sensor !== lidar && sensor.modality !== "camera")
    for (const { file } of others) losses.add("scanners", file)
    const back = invert(pose)
    const url = lidar?.file ?? ""
    const cameras = recordings.filter(({ modality }) => modality === "camera")
    const knownCameras = side?.cameras.length === cameras.length ? side.cameras : undefined
    const annotations: Array<Cuboid> = []
    const parts = new PartReader(this.#tables.losses)
    for (const row of await this.#tables.annotations.rows(this.#tables.annotationsOf.of(sample))) {
      const cuboid = parts.read(() => readCuboid(this.#tables, row, annotations.length + 1, tracks))
      if (cuboid === undefined) continue
      const cuboidInWorld = moveCuboid(cuboid, back)
      annotations.push({
        ...cuboidInWorld,
        ...(cuboidInWorld.rotation !== null && toHeading(cuboidInWorld.rotation)),
      })
    }
    return {
      ...emptyFrame,
      timestamp,
      cloud: { url, type: findCloudType(url, { bin: "nuscenes", other: "nuscenes" }) },
      egoPose: pose,
      cameras: cameras.map((camera, index) => readCamera(camera, back, knownCameras?.[index])),
      annotations,
    }
  }
}

/** Microseconds, as a number or as its digits in a text. */
const readTimestamp = (node: Node): string => {
  const text = formatTimestamp(node.value)
  return text !== null && text.trim() !== "" && Number.isFinite(Number(text))
    ? text
    : node.fail("must be a number of microseconds.")
}
