/** Writes `annotations.feather` and `city_SE3_egovehicle.feather` of each log, in the folder of its set. */
import { createHash } from "node:crypto"
import type { Losses } from "../carry/Losses.ts"
import type { Writer } from "../Format.ts"
import { getStem } from "../files/paths.ts"
import { writeFile } from "../files/Target.ts"
import { makeCategoryNames } from "../model/Dataset.ts"
import { getCuboidRotation } from "../model/poses.ts"
import type { Cuboid, Pose, Scene } from "../model/Scene.ts"
import { type PlacedFiles, SideFile } from "../side/SideFile.ts"
import { calibrationFiles, collectCameras, getChannel, printCalibration } from "./calibration.ts"
import { type Column, printFeather } from "./feather.ts"
import { parseStamps } from "./stamps.ts"

export const writeArgoverse2: Writer = async (scenes, { dataset, losses, place, target }) => {
  const nameOf = makeCategoryNames(dataset)
  const side = await SideFile.open(target, dataset)
  for await (const scene of scenes) {
    const log = scene.split === null ? getStem(scene.name) : `${scene.split}/${getStem(scene.name)}`
    await writeFile(
      target,
      `${log}/annotations.feather`,
      printFeather(collectAnnotations(scene, nameOf, losses)),
    )
    if (scene.frames.some(({ egoPose }) => egoPose !== null))
      await writeFile(target, `${log}/city_SE3_egovehicle.feather`, printFeather(collectPoses(scene)))
    const calibration = printCalibration(collectCameras(scene, losses))
    for (const name of calibrationFiles) {
      const table = calibration[name]
      if (table !== null) await writeFile(target, `${log}/calibration/${name}.feather`, printFeather(table))
    }
    const stamps = parseStamps(scene.frames)
    const placed: Array<PlacedFiles> = []
    for (const [index, { cameras, cloud }] of scene.frames.entries()) {
      const images: Array<string | null> = []
      for (const [at, camera] of cameras.entries()) {
        const path = `${log}/sensors/cameras/${getStem(getChannel(camera, at))}/${stamps[index]}`
        images.push(camera.url === null ? null : await place(camera, path))
      }
      placed.push({
        file: cloud && (await place(cloud, `${log}/sensors/lidar/${stamps[index]}`)),
        cameras: images,
      })
    }
    await side.add(log, scene, placed)
  }
  await side.close()
}

/** In place of a count of points that nobody made. */
export const unknownPoints = -1

const collectAnnotations = (scene: Scene, nameOf: (id: number) => string, losses: Losses) => {
  const stamps = parseStamps(scene.frames)
  const rows = scene.frames.flatMap(({ annotations }, index) =>
    annotations.flatMap((cuboid) =>
      cuboid.type === "cuboid" ? [{ cuboid, stamp: stamps[index] ?? 0n }] : [],
    ),
  )
  const numbers = (read: (cuboid: Cuboid) => number): Column => ({
    type: "float64",
    values: rows.map(({ cuboid }) => read(cuboid)),
  })
  const countPoints = ({ attributes }: Cuboid): bigint => {
    const count = attributes.interior_points
    if (count === undefined) return BigInt(unknownPoints)
    if (typeof count === "number" && Number.isSafeInteger(count) && count >= 0) return BigInt(count)
    losses.add("attribute-value", scene.name)
    return BigInt(unknownPoints)
  }
  return {
    timestamp_ns: { type: "int64", values: rows.map(({ stamp }) => stamp) },
    track_uuid: { type: "utf8", values: rows.map(({ cuboid }) => trackUuid(scene.name, cuboid)) },
    category: { type: "utf8", values: rows.map(({ cuboid }) => nameOf(cuboid.categoryId)) },
    length_m: numbers(({ dimensions }) => dimensions.x),
    width_m: numbers(({ dimensions }) => dimensions.y),
    height_m: numbers(({ dimensions }) => dimensions.z),
    qw: numbers((cuboid) => getCuboidRotation(cuboid).qw),
    qx: numbers((cuboid) => getCuboidRotation(cuboid).qx),
    qy: numbers((cuboid) => getCuboidRotation(cuboid).qy),
    qz: numbers((cuboid) => getCuboidRotation(cuboid).qz),
    tx_m: numbers(({ position }) => position.x),
    ty_m: numbers(({ position }) => position.y),
    tz_m: numbers(({ position }) => position.z),
    num_interior_pts: { type: "int64", values: rows.map(({ cuboid }) => countPoints(cuboid)) },
  } satisfies Record<string, Column>
}

const collectPoses = ({ frames }: Scene) => {
  const stamps = parseStamps(frames)
  const rows = frames.flatMap(({ egoPose }, index) =>
    egoPose === null ? [] : [{ pose: egoPose, stamp: stamps[index] ?? 0n }],
  )
  const numbers = (read: (pose: Pose) => number): Column => ({
    type: "float64",
    values: rows.map(({ pose }) => read(pose)),
  })
  return {
    timestamp_ns: { type: "int64", values: rows.map(({ stamp }) => stamp) },
    qw: numbers(({ rotation }) => rotation.qw),
    qx: numbers(({ rotation }) => rotation.qx),
    qy: numbers(({ rotation }) => rotation.qy),
    qz: numbers(({ rotation }) => rotation.qz),
    tx_m: numbers(({ position }) => position.x),
    ty_m: numbers(({ position }) => position.y),
    tz_m: numbers(({ position }) => position.z),
  } satisfies Record<string, Column>
}

/** A UUID that is the same for the same track of the same sample, and another one elsewhere. */
const trackUuid = (name: string, { id, trackId }: Cuboid): string => {
  const hex = createHash("sha256")
    .update(`${name}\n${trackId ?? id}`)
    .digest("hex")
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`]
  return [...parts, hex.slice(20, 32)].join("-")
}
