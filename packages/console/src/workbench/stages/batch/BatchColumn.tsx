/** The object in one frame: from above, from the side and from the front. */
import { Button, Text } from "@mantine/core"
import { memo, useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { cropCloud } from "../../clouds/crop.ts"
import type { SearchedCloud } from "../../clouds/octree.ts"
import type { Editor } from "../../editor/Editor.ts"
import { setCuboid } from "../../editor/edits/cuboidEdits.ts"
import type { Annotation } from "../../editor/label/annotation.ts"
import { type Cuboid, parseCuboid } from "../../editor/label/cuboids/cuboid.ts"
import { sideNames } from "../../geometry/space/sideView.ts"
import type { Vector } from "../../geometry/space/vector.ts"
import type { SideEdit } from "../../tools/cuboid/grabCuboid.ts"
import type { CloudAt } from "../../tools/cuboid/TrackWork.ts"
import { BatchCell } from "./BatchCell.tsx"
import classes from "./batch.module.css"

interface BatchColumnProps {
  readonly editor: Editor
  readonly cloudAt: CloudAt
  readonly frame: number
  readonly objectKey: string
  readonly annotation: Annotation | undefined
  readonly shown: boolean
  readonly warned: boolean
  readonly fixed: boolean
  /** Adds the object to the frame, as it is in the nearest one. */
  readonly onAdd: (frame: number) => void
}

const Column = ({
  annotation,
  cloudAt,
  editor,
  fixed,
  frame,
  objectKey,
  onAdd,
  shown,
  warned,
}: BatchColumnProps) => {
  const { t } = useTranslation("workbench")
  const cuboid = annotation && parseCuboid(annotation.source)
  const crop = useCrop(cloudAt, frame, cuboid)
  const keyframe = annotation?.isKeyframe === true
  const show = () => editor.update((now) => (now.frame === frame ? now : { ...now, frame }))
  const edit = (change: SideEdit) =>
    editor.update((now, setting) => setCuboid({ ...now, frame }, objectKey, change, setting))
  return (
    <div className={classes.column} data-shown={shown || undefined} data-frame={frame}>
      <button type="button" className={classes.head} aria-current={shown ? "true" : undefined} onClick={show}>
        <span>{t("cloud.batch.frame", { frame: frame + 1 })}</span>
        <span className={classes.kind} data-keyframe={keyframe || undefined}>
          {annotation === undefined ? "" : t(keyframe ? "cloud.batch.keyframe" : "cloud.batch.computed")}
        </span>
        {warned ? <span className={classes.warned} title={t("cloud.batch.warned")} /> : null}
      </button>
      {cuboid === undefined ? (
        <div className={classes.absent}>
          <Text size="xs">{t("cloud.batch.absent")}</Text>
          <Button size="compact-xs" variant="default" disabled={fixed} onClick={() => onAdd(frame)}>
            {t("cloud.batch.add")}
          </Button>
        </div>
      ) : (
        sideNames.map((name) => (
          <BatchCell
            key={name}
            name={name}
            cuboid={cuboid}
            keyframe={keyframe}
            points={crop.points}
            fixed={fixed}
            onGrab={show}
            onEdit={edit}
          />
        ))
      )}
      {crop.failed ? <p className={classes.failed}>{t("cloud.batch.failed")}</p> : null}
    </div>
  )
}

/** Most columns stay as they are while one is edited. */
export const BatchColumn = memo(Column)

/** At most so many points of a frame are drawn, so that the time of a drawing has a bound. */
const maxPoints = 20_000

interface Crop {
  readonly points: SearchedCloud | undefined
  readonly failed: boolean
}

const loading: Crop = { points: undefined, failed: false }

/** The points around the cuboid. They are taken again when it has moved far. */
const useCrop = (cloudAt: CloudAt, frame: number, cuboid: Cuboid | undefined): Crop => {
  const [crop, setCrop] = useState(loading)
  const around = cuboid && listPlaceValues(cuboid)
  const key = around?.join(" ")
  useEffect(() => {
    if (key === undefined) return setCrop(loading)
    const [x = 0, y = 0, z = 0, reach = 0] = key.split(" ").map(Number)
    const center: Vector = [x, y, z]
    const abort = new AbortController()
    cloudAt(frame, abort.signal).then(
      (cloud) => {
        if (!abort.signal.aborted)
          setCrop({ points: cropCloud(cloud, center, reach, maxPoints), failed: false })
      },
      () => {
        if (!abort.signal.aborted) setCrop({ points: undefined, failed: true })
      },
    )
    return () => abort.abort()
  }, [cloudAt, frame, key])
  return crop
}

/** A place near the cuboid, and how far around it the views can see. */
const listPlaceValues = ({ dimensions, position }: Cuboid): ReadonlyArray<number> => [
  ...position.map((at) => Math.round(at / 2) * 2),
  Math.ceil(Math.max(...dimensions) * 1.8) + 3,
]
