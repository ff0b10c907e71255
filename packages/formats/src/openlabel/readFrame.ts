/** A frame of a sensor: its file, time and poses, the cameras beside it, and its annotations. */
import { formatTimestamp } from "../files/json.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { findCloudType, unknownType } from "../model/cloudType.ts"
import { emptyFrame } from "../model/empty.ts"
import type { Camera, Frame } from "../model/Scene.ts"
import { readAttributes } from "./attributes.ts"
import { readCamera, Systems } from "./calibration.ts"
import type { Content, NumberedFrame } from "./content.ts"
import { readSize } from "./intrinsics.ts"
import { type CategoryOf, readAnnotations } from "./readAnnotations.ts"
import type { Sensor } from "./readSensors.ts"

export interface FrameReading {
  readonly content: Content
  readonly sensors: ReadonlyArray<Sensor>
  readonly categoryOf: CategoryOf
}

export const readFrame = (reading: FrameReading, sensor: Sensor, frame: NumberedFrame): Frame => {
  const { content } = reading
  const { losses, own, root } = content
  const properties = frame.node.at("frame_properties")
  const streams = properties.or(undefined, (found) => found.at("streams").or(undefined, (one) => one))
  const stream = streams?.at(sensor.stream).or(undefined, (found) => found)
  const ofFrame = stream?.at("stream_properties").or(undefined, (found) => found)
  const declared = findDeclaredStream(root, sensor.stream)
  const uri = getUri(stream) ?? getUri(declared) ?? ""
  const timestamp =
    ofFrame?.at("sync").or(null, (sync) => formatTimestamp(sync.at("timestamp").value)) ??
    (own.isPresent ? null : properties.or(null, (found) => formatTimestamp(found.at("timestamp").value)))
  const systems = new Systems(root, frame.node)
  const poses = new PartReader(losses, "ego-poses")
  const size = ofFrame && readSize(ofFrame)
  return {
    ...emptyFrame,
    name: ofFrame?.at("name").or(null, (name) => name.text()) ?? null,
    timestamp,
    ...(sensor.is3d
      ? {
          cloud: {
            url: uri,
            type:
              ofFrame?.at("type").or(undefined, (type) => type.text()) ??
              findCloudType(uri, { bin: "kitti", other: unknownType }),
          },
          egoPose: poses.read(() => systems.egoPose(sensor.system ?? sensor.stream)) ?? null,
          cameras: readCameras(reading, sensor, streams, systems),
        }
      : {
          image: { url: uri, size: size ?? (declared ? readSize(declared.at("stream_properties")) : null) },
        }),
    attributes: ofFrame === undefined ? {} : readAttributes(ofFrame.at("attributes"), losses),
    annotations: readAnnotations(content, sensor, frame, systems, reading.categoryOf),
  }
}

const readCameras = (
  { content: { losses, own, root }, sensors }: FrameReading,
  sensor: Sensor,
  streams: Node | undefined,
  systems: Systems,
): ReadonlyArray<Camera> => {
  const names = streams?.keys() ?? (own.isPresent ? [] : root.at("streams").or([], (all) => all.keys()))
  const parts = new PartReader(losses)
  const isSensor = new Set(sensors.map(({ stream }) => stream))
  return names.flatMap((name) => {
    const declared = findDeclaredStream(root, name)
    // A camera of another tool whose images are labeled, too, has its calibration beside the point cloud alone.
    if ((own.isPresent && isSensor.has(name)) || declared?.at("type").value !== "camera") return []
    const pose = parts.read(() => systems.between(name, sensor.system ?? sensor.stream)) ?? null
    const ofFrame = streams?.at(name)
    const properties =
      ofFrame?.at("stream_properties").or(undefined, (found) => found) ?? declared.at("stream_properties")
    const uri = getUri(ofFrame) ?? getUri(declared) ?? null
    const reading = { losses, isOwn: own.isPresent }
    const read = (ownName: string | null): ReadonlyArray<Camera> => {
      const camera = parts.read(() => readCamera(ownName, uri, properties, pose, reading))
      return camera === undefined ? [] : [camera]
    }
    if (!own.isPresent) return read(name)
    // Our writer says the point cloud beside which the image is, and the name of the camera.
    if (properties.at("beside").value !== sensor.stream) return []
    const ownName = properties.at("name").or(null, (found) => found.text())
    return read(ownName)
  })
}

const findDeclaredStream = (root: Node, stream: string): Node | undefined =>
  root.at("streams").or(undefined, (all) => all.at(stream).or(undefined, (found) => found))

const getUri = (stream: Node | undefined): string | undefined =>
  stream?.or(undefined, (found) => found.at("uri").or(undefined, (uri) => uri.text()))
