/** The images of the cameras of the shown frame, below the cloud. */
import { useCallback, useEffect, useMemo } from "react"
import { useTranslation } from "react-i18next"
import type { Editor } from "../../../model/editor/Editor.ts"
import { none } from "../../../model/editor/EditorState.ts"
import type { Comparison } from "../../../model/review/compare.ts"
import { useEditor } from "../../../view/useEditor.ts"
import type { PreparedCloud } from "../../model/prepared.ts"
import type { CameraImage } from "../../session/cameras.ts"
import type { CloudView } from "../CloudView.ts"
import { useStore } from "../Store.ts"
import type { ShownCuboid } from "../scene/CuboidLayer.ts"
import { shownCuboids } from "../shownCuboids.ts"
import { CameraTile } from "./CameraTile.tsx"
import classes from "./cameras.module.css"

interface CameraStripProps {
  readonly editor: Editor
  readonly view: CloudView
  /** By frame. */
  readonly images: ReadonlyArray<ReadonlyArray<CameraImage>>
  /** Of the shown frame. */
  readonly cloud: PreparedCloud | undefined
  readonly warned: ReadonlySet<string>
  readonly comparison: Comparison | undefined
}

export const CameraStrip = ({ cloud, comparison, editor, images, view, warned }: CameraStripProps) => {
  const { t } = useTranslation("workbench")
  const state = useEditor(editor)
  const { large, points } = useStore(view.cameras)
  const shown = useMemo(
    () => shownCuboids(state, { categories: editor.setting.configuration.categories, warned, comparison }),
    [state, editor, warned, comparison],
  )
  const all = images[state.frame] ?? []
  // A camera that is missing in a frame leaves the others to be seen.
  const one = all.filter(({ name }) => name === large)
  useNextImages(images[state.frame + 1])
  const pick = useCallback(
    (key: string | undefined, adds: boolean) => {
      if (key !== undefined && editor.state.locked.has(key)) return
      const others = adds ? editor.state.selected : none
      if (key !== undefined) editor.select(new Set([...others, key]))
      else if (!adds) editor.select(none)
    },
    [editor],
  )
  const visit = useCallback(({ cuboid }: ShownCuboid) => view.lookAt([cuboid]), [view])
  const enlarge = useCallback(
    (name: string) =>
      view.cameras.change((now) => ({ ...now, large: now.large === name ? undefined : name })),
    [view],
  )
  return (
    <section
      className={classes.strip}
      data-large={one.length > 0 || undefined}
      aria-label={t("cloud.cameras.label")}
    >
      {all.length === 0 ? <p className={classes.none}>{t("cloud.cameras.none")}</p> : null}
      {(one.length > 0 ? one : all).map((image) => (
        <CameraTile
          key={image.name}
          image={image}
          cuboids={shown}
          cloud={points ? cloud : undefined}
          large={one.length > 0}
          onPick={pick}
          onVisit={visit}
          onLarge={enlarge}
        />
      ))}
    </section>
  )
}

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
