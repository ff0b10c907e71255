/** The point clouds of a sample, by frame. */
import { addressesOf, loadableOf } from "../../model/document/addresses.ts"
import { isArray, isObject, type Json, type JsonObject, numberOf } from "../../model/json/value.ts"
import type { Pose } from "../model/prepared.ts"

export interface CloudFrame {
  /** Undefined for a frame without an address that can be loaded. */
  readonly url: string | undefined
  /** The type of the file, as the sample names it. */
  readonly type: string
  readonly pose: Pose | undefined
  /** The files of several sensors, of which this is the first: their clouds are merged. */
  readonly sensors?: ReadonlyArray<SensorFile>
}

/** The cloud of one of several sensors. */
export interface SensorFile extends Omit<CloudFrame, "sensors"> {
  readonly url: string
  readonly sensor: string
}

/** The clouds of a sample. */
export const cloudFrames = (attributes: JsonObject): ReadonlyArray<CloudFrame> =>
  isArray(attributes.frames) ? attributes.frames.map(frameOf) : [frameOf(attributes)]

const frameOf = (frame: Json): CloudFrame => {
  const pcd = isObject(frame) ? frame.pcd : undefined
  if (!isObject(frame) || !isObject(pcd)) return { url: undefined, type: "", pose: undefined }
  return {
    url: loadableOf(addressesOf(pcd)),
    type: typeof pcd.type === "string" ? pcd.type : "",
    pose: poseOf(frame.ego_pose),
  }
}

const poseOf = (value: Json | undefined): Pose | undefined => {
  if (!isObject(value) || !isObject(value.position) || !isObject(value.heading)) return undefined
  const { heading, position } = value
  const pose = {
    position: [numberOf(position.x), numberOf(position.y), numberOf(position.z)] as const,
    heading: [
      numberOf(heading.qx),
      numberOf(heading.qy),
      numberOf(heading.qz),
      numberOf(heading.qw),
    ] as const,
  }
  return [...pose.position, ...pose.heading].every(Number.isFinite) ? pose : undefined
}
