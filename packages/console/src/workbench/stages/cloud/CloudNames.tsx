/** The names of the objects of a cloud, over its main view. */
import { useLayoutEffect, useRef } from "react"
import { displayStore } from "../../display/DisplaySettings.ts"
import { getLabel } from "../../editor/EditorState.ts"
import { listCorners } from "../../editor/label/cuboids/cuboid.ts"
import { listAnnotations } from "../../editor/label/frames.ts"
import { useEditor, useStore } from "../../editor/useStore.ts"
import { computeBounds } from "../../geometry/outline.ts"
import { makeScreenProjection, projectWhole } from "../../geometry/space/onScreen.ts"
import { useWork } from "../../Work.ts"
import marks from "../marks/marks.module.css"
import { paintNames } from "../names/paintNames.ts"
import type { CloudView } from "./CloudView.ts"
import type { ShownCuboid } from "./scene/CuboidLayer.ts"
import type { ShownShape } from "./useShownShapes.ts"
import { useSize } from "./useSize.ts"

interface CloudNamesProps {
  readonly view: CloudView
  readonly cuboids: ReadonlyArray<ShownCuboid>
  readonly shapes: ReadonlyArray<ShownShape>
}

export const CloudNames = (props: CloudNamesProps) => {
  const { names } = useStore(displayStore)
  return names === "off" ? null : <Names {...props} isAll={names === "all"} />
}

const Names = ({ cuboids, isAll, shapes, view }: CloudNamesProps & { readonly isAll: boolean }) => {
  const ref = useRef<HTMLCanvasElement>(null)
  const { editor } = useWork()
  const size = useSize(ref)
  const orbit = useStore(view.orbit)
  const { categories } = editor.setting.configuration
  const state = useEditor(editor)
  const annotations = listAnnotations(getLabel(state), state.frame)
  useLayoutEffect(() => {
    if (ref.current === null || orbit === undefined) return
    const project = makeScreenProjection(orbit, size)
    const byId = new Map(categories.map(({ id, name }) => [id, name]))
    // An object of a sensor that is not edited has its key alone.
    const byKey = new Map(annotations.map(({ categoryId, key }) => [key, byId.get(categoryId) ?? categoryId]))
    const objects = [
      ...cuboids.map((one) => ({ ...one, corners: listCorners(one.cuboid) })),
      ...shapes.map((one) => ({ ...one, corners: one.points })),
    ].filter(({ key, look }) => key !== "" && look !== "before" && (isAll || look === "selected"))
    const names = objects.flatMap(({ color, corners, key }) => {
      const pixels = projectWhole(corners, project)
      if (pixels === undefined || pixels.length === 0) return []
      const { bottom, left, right, top } = computeBounds(pixels)
      if (right < 0 || bottom < 0 || left > size.width || top > size.height) return []
      const text = `${byKey.get(key) ?? ""} ${key}`.trim()
      return [{ text, color, at: [left, top] as const }]
    })
    paintNames(ref.current, size, names)
  }, [cuboids, shapes, isAll, orbit, size, annotations, categories])
  return <canvas ref={ref} className={marks.overlay} />
}
