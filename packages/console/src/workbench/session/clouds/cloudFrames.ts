/** The point clouds of a sample, by frame. */
import type { Pose } from "../../clouds/prepared.ts"
import { isArray, isObject, type Json, type JsonObject, toNumber } from "../../editor/json/value.ts"
import { findLoadable, listAddresses } from "../../editor/label/addresses.ts"

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
export const listCloudFrames = (attributes: JsonObject): ReadonlyArray<CloudFrame> =>
  isArray(attributes.frames) ? attributes.frames.map(readFrame) : [readFrame(attributes)]

const readFrame = (frame: Json): CloudFrame => {
  const pcd = isObject(frame) ? frame.pcd : undefined
  if (!isObject(frame) || !isObject(pcd)) return { url: undefined, type: "", pose: undefined }
  return {
    url: findLoadable(listAddresses(pcd)),
    type: typeof pcd.type === "string" ? pcd.type : "",
    pose: readPose(frame.ego_pose),
  }
}

const readPose = (value: Json | undefined): Pose | undefined => {
  if (!isObject(value) || !isObject(value.position) || !isObject(value.heading)) return undefined
  const { heading, position } = value
  const pose = {
    position: [toNumber(position.x), toNumber(position.y), toNumber(position.z)] as const,
    heading: [
      toNumber(heading.qx),
      toNumber(heading.qy),
      toNumber(heading.qz),
      toNumber(heading.qw),
    ] as const,
  }
  return [...pose.position, ...pose.heading].every(Number.isFinite) ? pose : undefined
}
