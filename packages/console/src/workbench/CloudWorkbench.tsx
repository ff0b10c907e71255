/** The workbench of a sample with point clouds: of one sensor, or of several with cameras. */
import { useEffect, useMemo, useRef, useState } from "react"
import type { PointDocument } from "./documents/points/PointDocument.ts"
import { hasSpaceShapes } from "./editor/EditorState.ts"
import type { JsonObject } from "./editor/json/value.ts"
import type { Family } from "./editor/label/family.ts"
import type { Sensor } from "./editor/label/sensors.ts"
import { useEditor, useStore } from "./editor/useStore.ts"
import { CloudPanels } from "./panels/CloudPanels.tsx"
import { type CameraImage, listCameraImages } from "./session/clouds/cameras.ts"
import { listCloudFrames } from "./session/clouds/cloudFrames.ts"
import type { SensorFrames } from "./session/clouds/mergedFrames.ts"
import { listSensorImages } from "./session/clouds/sensorImages.ts"
import { countUnrecognized, readSensors } from "./session/sensors.ts"
import { type ImageTools, makeImageTools } from "./stages/camera/imageTools.ts"
import { CloudPartsContext } from "./stages/cloud/CloudParts.ts"
import { CloudView } from "./stages/cloud/CloudView.ts"
import { makeCloudPlaces } from "./stages/cloud/cloudPlaces.ts"
import { CloudStages } from "./stages/cloud/FrameViews.tsx"
import { useCloudCommands } from "./stages/cloud/useCloudCommands.ts"
import { useShownClouds } from "./stages/cloud/useShownClouds.ts"
import { CloudTools } from "./tools/CloudTools.tsx"
import { TrackWork } from "./tools/cuboid/TrackWork.ts"
import { openCloudTools } from "./tools/openCloudTools.ts"
import { makePointBrush } from "./tools/paint/brush.ts"
import { PointPainter } from "./tools/points/PointPainter.ts"
import { ShapePen } from "./tools/spaceShapes/ShapePen.ts"
import { Workbench, type WorkbenchProps } from "./Workbench.tsx"

/** The brush of this page. */
const pointBrush = makePointBrush()

interface SpaceWorkbenchProps
  extends Omit<CloudWorkbenchProps, "clouds" | "images" | "shapes" | "unrecognized"> {
  readonly family: Family
  /** The attributes of the sample. */
  readonly sample: JsonObject
}

export const SpaceWorkbench = ({ family, sample, ...props }: SpaceWorkbenchProps) => {
  const sources = useMemo(() => makeSources(family, sample), [family, sample])
  const shapes = family.shapes === true || sources.sensors.some(hasSpaceShapes)
  return (
    <CloudWorkbench
      {...props}
      clouds={sources.clouds}
      images={sources.images}
      shapes={shapes}
      unrecognized={family.sensors ? countUnrecognized(sample) : 0}
    />
  )
}

interface Sources extends Pick<CloudWorkbenchProps, "clouds" | "images"> {
  readonly sensors: ReadonlyArray<Sensor>
}

const makeSources = (family: Family, sample: JsonObject): Sources => {
  if (family.sensors) {
    const sensors = readSensors(sample)
    const clouds = sensors
      .filter(({ kind }) => kind === "cloud")
      .map(({ attributes, name }) => ({ name, frames: listCloudFrames(attributes) }))
    return { clouds, images: listSensorImages(sensors), sensors }
  }
  const frames = listCloudFrames(sample)
  const images = listCameraImages(
    sample,
    frames.map(({ pose }) => pose),
  )
  return { clouds: [{ name: "", frames }], images, sensors: [] }
}

interface CloudWorkbenchProps extends WorkbenchProps {
  /** The point clouds, by sensor. One has no name where the sample has no sensors. */
  readonly clouds: ReadonlyArray<SensorFrames>
  /** The images of the cameras, by frame. */
  readonly images: ReadonlyArray<ReadonlyArray<CameraImage>>
  /** The points, where objects are sets of them. */
  readonly points: PointDocument | undefined
  /** Objects are shapes that are drawn in the cloud, beside cuboids. */
  readonly shapes: boolean
  /** The number of sensors of the sample that no label can name. */
  readonly unrecognized: number
}

/** The workbench of point clouds, with the images of their cameras. */
const CloudWorkbench = (props: CloudWorkbenchProps) => {
  const { clouds, editor, images, points, shapes } = props
  const [view] = useState(() => new CloudView(points === undefined ? "height" : "category"))
  const painter = useMemo(() => points && new PointPainter(points, view, pointBrush), [points, view])
  const pen = useMemo(() => (shapes ? new ShapePen(editor, view) : undefined), [shapes, editor, view])
  const state = useEditor(editor)
  const [imageTools] = useState(() => makeImageTools(editor))
  const { cache, cloud, count, neighbors } = useShownClouds({ clouds, editor, view, painter })
  const isShown = useWasShown(cloud.kind === "ready" || cloud.kind === "none", imageTools)
  const work = useMemo(() => new TrackWork(editor, cache.cloudAt), [editor, cache])
  useEffect(() => work.cancel, [work])
  const places = useMemo(
    () => makeCloudPlaces({ editor, view, viewport: imageTools.viewport, painter, pen }),
    [editor, view, imageTools, painter, pen],
  )
  const tools = useMemo(
    () => openCloudTools({ editor, view, work, painter, pen }),
    [editor, view, work, painter, pen],
  )
  // What is drawn or dragged lies in the cloud of one frame, and goes into the label of one sensor.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame and the sensor decide when
  useEffect(() => () => void pen?.cancel(), [pen, state.frame, state.sensor])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sensor decides when
  useEffect(
    () => () => {
      view.making.set(undefined)
      view.batch.set(false)
    },
    [view, state.sensor],
  )
  // Chosen after an image of a camera: the sensor of a point cloud that was edited before.
  const lastCloud = useRef(state.sensor)
  useEffect(() => {
    if (state.sensor?.kind === "cloud") lastCloud.current = state.sensor
  }, [state.sensor])
  const { commands, scopes } = useCloudCommands({ editor, view, tools, imageTools })
  return (
    <CloudPartsContext
      value={{
        view,
        painter,
        pen,
        tools,
        work,
        imageTools,
        clouds,
        images,
        cache,
        cloud,
        neighbors,
        count,
        lastCloud,
      }}
    >
      <Workbench
        {...props}
        places={places}
        commands={commands}
        isShown={isShown}
        scopes={scopes}
        tools={<CloudTools />}
        stage={<CloudStages />}
        panels={<CloudPanels unrecognized={props.unrecognized} />}
      />
    </CloudPartsContext>
  )
}

/** Whether a cloud, or the image of a camera that is edited, was shown. */
const useWasShown = (isShown: boolean, { picture }: ImageTools): boolean => {
  const [wasShown, setWasShown] = useState(false)
  if (isShown && !wasShown) setWasShown(true)
  return useStore(picture).wasShown || wasShown || isShown
}
