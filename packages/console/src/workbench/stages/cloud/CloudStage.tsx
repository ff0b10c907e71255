/** The point cloud on the screen: the main view, the views of the selection beside it, and what is loading. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { getLabel } from "../../editor/EditorState.ts"
import { type Cuboid, parseCuboid } from "../../editor/label/cuboids/cuboid.ts"
import { findAnnotation, listAnnotations } from "../../editor/label/frames.ts"
import { computeBox } from "../../editor/label/spaceShapes/spaceShape.ts"
import { useEditor, useStore } from "../../editor/useStore.ts"
import { computeOverlap } from "../../geometry/space/overlap.ts"
import { computeScale, makeSideProjection, sideNames } from "../../geometry/space/sideView.ts"
import { useStageInput } from "../../input/useStageInput.ts"
import { cuboid as cuboidEntry } from "../../tools/cuboid/cuboid.ts"
import { makePreview } from "../../tools/cuboid/making.ts"
import { findHint } from "../../tools/tools.ts"
import { useWork } from "../../Work.ts"
import { Letter } from "../Pair.tsx"
import { SideView } from "../side/SideView.tsx"
import { BesideView } from "./BesideView.tsx"
import { CloudInput } from "./CloudInput.ts"
import { CloudMarks } from "./CloudMarks.tsx"
import { CloudNames } from "./CloudNames.tsx"
import { CloudCount, CloudNotice } from "./CloudNotice.tsx"
import { getReadyCloud, useCloudParts } from "./CloudParts.ts"
import { atRest, type CloudView } from "./CloudView.ts"
import classes from "./cloud.module.css"
import { PointsOverlay } from "./PointsOverlay.tsx"
import { ShapesOverlay } from "./ShapesOverlay.tsx"
import type { Area, CloudScene } from "./scene/CloudScene.ts"
import type { ShownCuboid } from "./scene/CuboidLayer.ts"
import { usePointColors } from "./usePointColors.ts"
import { useCloud, useColors, useNeighbors, useScene } from "./useScene.ts"
import type { ShownShape } from "./useShownShapes.ts"
import { useChosen } from "./useShownShapes.ts"

interface CloudStageProps {
  readonly cuboids: ReadonlyArray<ShownCuboid>
  readonly shapes: ReadonlyArray<ShownShape>
}

export const CloudStage = ({ cuboids: shown, shapes }: CloudStageProps) => {
  const { adjudication, editor } = useWork()
  const parts = useCloudParts()
  const { cache, cloud, neighbors, painter, pen, tools, view } = parts
  const { t } = useTranslation("workbench")
  const state = useEditor(editor)
  const stage = useRef<HTMLDivElement>(null)
  const main = useRef<HTMLDivElement>(null)
  const scene = useScene(stage, view)
  const making = useStore(view.making)
  const hiddenSensors = useStore(view.hiddenSensors)
  const latest = useRef<ReadonlyArray<ShownCuboid>>(shown)
  latest.current = shown
  const input = useMemo(
    () =>
      new CloudInput({
        editor,
        view,
        shown: latest,
        tools: tools.map(({ pointer }) => pointer),
        pick: tools.find(({ pick }) => pick !== undefined)?.pick,
      }),
    [editor, view, tools],
  )
  useStageInput(main, input)
  useEffect(() => () => input.cancel(), [input])
  const preview = makePreview(editor, making)
  const [key] = state.selected
  const annotation = key === undefined ? undefined : findAnnotation(getLabel(state), state.frame, key)
  const cuboid = annotation && parseCuboid(annotation.source)
  const ready = getReadyCloud(parts)
  const shape = shapes.find(
    (one) => one.key === key && one.look === "selected" && one.sensor === state.sensor?.name,
  )
  const box = useMemo(() => shape && computeBox(shape), [shape])
  // While shapes are drawn, the view keeps its place.
  const selected = cuboid ?? (state.tool === "edit" ? box : undefined)
  const chosen = useChosen(pen)
  useFocus(main)
  useCloud(scene, view, cloud)
  useNeighbors(scene, cloud, neighbors)
  useColors(painter === undefined ? scene : undefined, view, editor, cloud)
  usePointColors(scene, painter, ready)
  useEffect(() => {
    const extra: ReadonlyArray<ShownCuboid> =
      preview === undefined ? [] : [{ key: "", cuboid: preview, color: "white", look: "selected" }]
    scene?.setCuboids([...shown, ...extra])
  }, [scene, shown, preview])
  useEffect(() => scene?.setOverlap(computeSelectedOverlap(shown)), [scene, shown])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another object is seen from where its views begin
  useEffect(() => view.sides.set(atRest), [view, key])
  const count = listAnnotations(getLabel(state), state.frame).length
  const beside = adjudication?.beside
  return (
    <div ref={stage} className={classes.stage} data-selects={selected !== undefined || undefined}>
      <canvas className={classes.canvas} />
      <div className={classes.frame}>
        <div
          ref={main}
          className={classes.main}
          data-view="main"
          data-making={making === undefined ? undefined : making.places.length}
          data-paints={painter?.tool ?? pen?.tool?.name}
          role="application"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the canvas takes keys and pointers, as its role says
          tabIndex={0}
          aria-label={t("cloud.canvas", { count })}
          onContextMenu={(event) => event.preventDefault()}
        />
        {making === undefined ? null : (
          <p className={classes.hint} role="status">
            {t(`hints.${findHint(cuboidEntry, making.places.length)}`)}
          </p>
        )}
        {cloud.kind === "ready" ? <CloudCount cloud={cloud.cloud} neighbors={neighbors} /> : null}
        <CloudNotice state={cloud} hides={hiddenSensors.size > 0} onRetry={() => cache.retry()} />
        {painter === undefined ? null : <PointsOverlay painter={painter} />}
        {pen === undefined ? null : <ShapesOverlay pen={pen} shapes={shapes} chosen={chosen} />}
        <CloudNames view={view} cuboids={shown} shapes={shapes} />
        <CloudMarks view={view} cuboids={shown} shapes={shapes} />
        {beside === undefined || adjudication === undefined ? null : <Letter letter={adjudication.letter} />}
      </div>
      {beside === undefined ? null : (
        <BesideView beside={beside} scene={scene} view={view} hasShapes={pen !== undefined} />
      )}
      <div className={classes.sides}>
        {sideNames.map((name) => (
          <SideView
            key={name}
            name={name}
            editor={editor}
            view={view}
            objectKey={key}
            cuboid={selected}
            pen={pen}
            fixed={cuboid === undefined || state.readOnly || (key !== undefined && state.locked.has(key))}
            shapes={shapes}
            chosen={chosen}
          />
        ))}
      </div>
      <Areas scene={scene} stage={stage} view={view} selected={selected} beside={beside?.letter} />
    </div>
  )
}

/** The part that the two selected cuboids have in common. */
const computeSelectedOverlap = (shown: ReadonlyArray<ShownCuboid>) => {
  const [a, b, ...more] = shown.filter(({ look }) => look === "selected")
  return a === undefined || b === undefined || more.length > 0 ? [] : computeOverlap(a.cuboid, b.cuboid)
}

/** Each sample begins with the focus on the view, so that its keys act at once. */
const useFocus = (main: React.RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    if (document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [main])
}

interface AreasProps {
  readonly scene: CloudScene | undefined
  readonly stage: React.RefObject<HTMLDivElement | null>
  readonly view: CloudView
  readonly selected: Cuboid | undefined
  /** The letter of the label that is shown beside the edited one. */
  readonly beside: string | undefined
}

/** Keeps the parts of the canvas where the views are on the page. */
const Areas = ({ beside, scene, selected, stage, view }: AreasProps) => {
  const sides = useStore(view.sides)
  const [size, setSize] = useState("")
  // The stage lies around this component: its element is known after the layout effects of what it contains.
  useEffect(() => {
    const element = stage.current
    if (element === null) return
    const observer = new ResizeObserver(() => setSize(`${element.clientWidth} ${element.clientHeight}`))
    observer.observe(element)
    return () => observer.disconnect()
  }, [stage])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size decides when, the areas are read from the page
  useLayoutEffect(() => {
    const element = stage.current
    if (element === null || scene === undefined) return
    const main = findViewArea(element, "main")
    if (main === undefined) return
    const before = view.size.width
    view.size = main
    if (selected !== undefined) view.keepInView(selected, before)
    const base = sides.frozen ?? selected
    const shown = sideNames.flatMap((name) => {
      const area = findViewArea(element, name)
      if (base === undefined || area === undefined || area.width < 1) return []
      const scale = computeScale(base, name, area.width, area.height) * sides.zoom[name]
      return [{ area, projection: makeSideProjection(base, name, scale, sides.pan[name]) }]
    })
    const whole = { left: 0, top: 0, width: element.clientWidth, height: element.clientHeight }
    scene.setAreas(whole, main, shown, findViewArea(element, "beside"))
    if (view.orbit.state === undefined) view.fit()
  }, [scene, stage, view, selected, sides, size, beside])
  return null
}

const findViewArea = (stage: HTMLElement, name: string): Area | undefined => {
  const viewElement = stage.querySelector(`[data-view=${name}]`)
  if (viewElement === null) return undefined
  const [outer, inner] = [stage.getBoundingClientRect(), viewElement.getBoundingClientRect()]
  return {
    left: inner.left - outer.left,
    top: inner.top - outer.top,
    width: inner.width,
    height: inner.height,
  }
}
