/** The images of the cameras of the shown frame, below the cloud. */
import { useCallback, useEffect, useMemo } from "react"
import { useTranslation } from "react-i18next"
import { PointProjector } from "../../clouds/worker/PointProjector.ts"
import { none } from "../../editor/EditorState.ts"
import type { Sensor } from "../../editor/label/sensors.ts"
import { useEditor, useStore } from "../../editor/useStore.ts"
import type { CameraImage } from "../../session/clouds/cameras.ts"
import { useWork } from "../../Work.ts"
import { getReadyCloud, useCloudParts } from "../cloud/CloudParts.ts"
import { findBoxes } from "../cloud/cloudPlaces.ts"
import type { ShownCuboid } from "../cloud/scene/CuboidLayer.ts"
import { listCuboids } from "../cloud/shownCuboids.ts"
import type { ShownShape } from "../cloud/useShownShapes.ts"
import { CameraTile } from "./CameraTile.tsx"
import classes from "./cameras.module.css"
import { SensorImage } from "./SensorImage.tsx"
import { useShapes } from "./seenIn.ts"

interface CameraStripProps {
  readonly cuboids: ReadonlyArray<ShownCuboid>
  /** The shapes of the cloud. */
  readonly drawn: ReadonlyArray<ShownShape>
}

export const CameraStrip = ({ cuboids, drawn }: CameraStripProps) => {
  const { editor, findings } = useWork()
  const parts = useCloudParts()
  const { images, lastCloud, pen, view } = parts
  const { t } = useTranslation("workbench")
  const state = useEditor(editor)
  const { large, points } = useStore(view.cameras)
  const shapes = useShapes(editor, findings)
  const all = images[state.frame] ?? []
  const { sensor } = state
  const overview = findOverview(state.sensors)
  const edited = sensor?.kind === "image" ? all.find((image) => image.sensor === sensor.name) : undefined
  // A camera that is missing in a frame leaves the others to be seen.
  const shownSensors = edited === undefined ? all.filter(({ name }) => name === large) : [edited]
  useNextImages(images[state.frame + 1])
  const projector = useMemo(() => new PointProjector(), [])
  useEffect(() => () => projector.stop(), [projector])
  const pick = useCallback(
    (key: string | undefined, adds: boolean) => {
      if (key !== undefined && editor.state.locked.has(key)) return
      const others = adds ? editor.state.selected : none
      if (key !== undefined) editor.select(new Set([...others, key]))
      else if (!adds) editor.select(none)
    },
    [editor],
  )
  const visit = useCallback(
    (key: string) =>
      view.lookAt(pen === undefined ? listCuboids(editor.state, [key]) : findBoxes(pen, [key])),
    [editor, view, pen],
  )
  const enlarge = useCallback(
    ({ name, sensor: own }: CameraImage) => {
      if (own !== undefined && editor.state.sensors.some((other) => other.name === own && other.edits)) {
        view.cameras.update((now) => ({ ...now, large: undefined }))
        editor.chooseSensor(own)
      } else view.cameras.update((now) => ({ ...now, large: now.large === name ? undefined : name }))
    },
    [editor, view],
  )
  return (
    <section
      className={classes.strip}
      data-large={shownSensors.length > 0 || undefined}
      aria-label={t("cloud.cameras.label")}
    >
      {all.length === 0 ? <p className={classes.none}>{t("cloud.cameras.none")}</p> : null}
      {edited === undefined ? null : (
        <SensorImage
          image={edited}
          cuboids={cuboids}
          drawn={drawn}
          onClose={overview && (() => editor.chooseSensor((lastCloud.current ?? overview).name))}
        />
      )}
      {edited !== undefined
        ? null
        : (shownSensors.length > 0 ? shownSensors : all).map((image) => (
            <CameraTile
              key={image.name}
              image={image}
              cuboids={cuboids}
              drawn={drawn}
              shapes={image.sensor === undefined ? undefined : shapes.get(image.sensor)}
              cloud={points ? getReadyCloud(parts) : undefined}
              projector={projector}
              large={shownSensors.length > 0}
              onPick={pick}
              onVisit={visit}
              onLarge={enlarge}
            />
          ))}
    </section>
  )
}

/** The sensor with which all images are shown, where none was chosen before: the first one of point clouds that can be edited. */
const findOverview = (sensors: ReadonlyArray<Sensor>): Sensor | undefined =>
  sensors.find(({ edits, kind }) => edits && kind === "cloud")

/** Loads the images of the next frame, so that they are there when it is shown. */
const useNextImages = (images: ReadonlyArray<CameraImage> | undefined): void => {
  useEffect(() => {
    for (const { url } of images ?? []) {
      const ahead = new Image()
      ahead.referrerPolicy = "no-referrer"
      ahead.src = url
    }
  }, [images])
}
