/** The scene of a canvas, and what it shows of the frame: its cloud, the colors of its points, the clouds of other frames. */
import { useEffect, useMemo, useState } from "react"
import { computeCategoryColors } from "../../clouds/categoryColors.ts"
import type { CloudState, Neighbors } from "../../clouds/worker/CloudCache.ts"
import type { Editor } from "../../editor/Editor.ts"
import { parseCuboid } from "../../editor/label/cuboids/cuboid.ts"
import { listAnnotations } from "../../editor/label/frames.ts"
import { useEditor, useStore } from "../../editor/useStore.ts"
import { type CloudView, computeColorRange } from "./CloudView.ts"
import { getChannels } from "./channels.ts"
import { CloudScene } from "./scene/CloudScene.ts"
import { listCuboidLabels } from "./shownCuboids.ts"

/** The scene lives as long as the canvas. */
export const useScene = (
  stage: React.RefObject<HTMLDivElement | null>,
  view: CloudView,
): CloudScene | undefined => {
  const [scene, setScene] = useState<CloudScene>()
  useEffect(() => {
    const canvas = stage.current?.querySelector("canvas")
    if (canvas == null) return
    const made = new CloudScene(canvas)
    setScene(made)
    const show = () => {
      const orbit = view.orbit.state
      if (orbit !== undefined) made.setOrbit(orbit)
    }
    show()
    const stop = view.orbit.subscribe(show)
    return () => {
      stop()
      made.dispose()
    }
  }, [stage, view])
  return scene
}

export const useCloud = (scene: CloudScene | undefined, view: CloudView, state: CloudState): void => {
  const settings = useStore(view.settings)
  const cloud = state.kind === "ready" ? state.cloud : undefined
  useEffect(() => {
    // While the next frame loads, the one before stays: playing would flicker.
    if (state.kind === "loading") return
    scene?.setCloud(cloud)
  }, [scene, cloud, state.kind])
  useEffect(() => {
    scene?.setGrid(settings.grid)
    scene?.setStyle({
      coloring: settings.coloring,
      range: computeColorRange(cloud, settings),
      size: settings.pointSize,
      opacity: settings.opacity,
    })
  }, [scene, settings, cloud])
}

/** The clouds of other frames, which change with that of the shown one. */
export const useNeighbors = (
  scene: CloudScene | undefined,
  { kind }: CloudState,
  { clouds }: Neighbors,
): void => {
  useEffect(() => {
    if (kind !== "loading") scene?.setContext(clouds)
  }, [scene, kind, clouds])
}

/** The time after an edit until points get the colors of their objects again, in milliseconds. */
const recolorDelay = 120

export const useColors = (
  scene: CloudScene | undefined,
  view: CloudView,
  editor: Editor,
  state: CloudState,
): void => {
  const { coloring } = useStore(view.settings)
  const now = useEditor(editor)
  const hidden = useStore(view.hiddenSensors)
  const { frame, history, sensors } = now
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is selected and which tool is chosen colors nothing
  const annotations = useMemo(
    () => listCuboidLabels(now, hidden).flatMap(({ label }) => listAnnotations(label, frame)),
    [history.present, frame, sensors, hidden],
  )
  const cloud = state.kind === "ready" ? state.cloud : undefined
  useEffect(() => {
    if (cloud === undefined || scene === undefined) return
    if (coloring !== "category") return scene.setColors(cloud.colors)
    const timer = setTimeout(() => {
      const colors = new Map(editor.setting.configuration.categories.map(({ color, id }) => [id, color]))
      const colored = annotations.flatMap(({ categoryId, source }) => {
        const cuboid = parseCuboid(source)
        const color = getChannels(colors.get(categoryId) ?? "gray")
        return cuboid === undefined ? [] : [{ cuboid, color }]
      })
      scene.setColors(computeCategoryColors(cloud, colored))
    }, recolorDelay)
    return () => clearTimeout(timer)
  }, [scene, cloud, coloring, annotations, editor])
}
