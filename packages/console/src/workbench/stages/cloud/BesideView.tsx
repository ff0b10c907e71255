/** Another label of the cloud beside the one that is edited, seen by the same camera; nothing is edited here. */
import { useEffect, useMemo, useRef } from "react"
import { useTranslation } from "react-i18next"
import { parseCuboid } from "../../editor/label/cuboids/cuboid.ts"
import { makeHeight, readSpaceShape } from "../../editor/label/spaceShapes/spaceShape.ts"
import { useStore } from "../../editor/useStore.ts"
import { makeScreenProjection, projectWhole } from "../../geometry/space/onScreen.ts"
import { useStageInput } from "../../input/useStageInput.ts"
import type { Beside } from "../../panels/adjudication/useBeside.ts"
import type { Tool } from "../../tools/Tool.ts"
import { useWork } from "../../Work.ts"
import { Letter } from "../Pair.tsx"
import { CloudInput } from "./CloudInput.ts"
import type { CloudView } from "./CloudView.ts"
import classes from "./cloud.module.css"
import { listLines, ShapeDrawing } from "./ShapeDrawing.tsx"
import type { CloudScene } from "./scene/CloudScene.ts"
import type { ShownCuboid } from "./scene/CuboidLayer.ts"
import drawn from "./shapes.module.css"
import type { ShownShape } from "./useShownShapes.ts"
import { useSize } from "./useSize.ts"

interface BesideViewProps {
  readonly beside: Beside
  readonly scene: CloudScene | undefined
  readonly view: CloudView
  /** Whether objects are shapes, which are drawn over the canvas. */
  readonly hasShapes: boolean
}

/** A click selects nothing of a label that nobody edits. */
const passive: Tool = { click: () => true, cancel: () => false }

const nothing = { current: [] }

export const BesideView = ({ beside, hasShapes, scene, view }: BesideViewProps) => {
  const { editor } = useWork()
  const { t } = useTranslation("workbench")
  const area = useRef<HTMLDivElement>(null)
  const { categories } = editor.setting.configuration
  const colors = useMemo(() => new Map(categories.map(({ color, id }) => [id, color])), [categories])
  const cuboids = useMemo(
    () =>
      beside.annotations.flatMap(({ categoryId, key, source }): ReadonlyArray<ShownCuboid> => {
        const cuboid = parseCuboid(source)
        const look = beside.selected.has(key) ? "selected" : "plain"
        return cuboid === undefined ? [] : [{ key, cuboid, color: colors.get(categoryId) ?? "gray", look }]
      }),
    [beside, colors],
  )
  useEffect(() => scene?.setBesideCuboids(cuboids), [scene, cuboids])
  useStageInput(
    area,
    useMemo(
      () => new CloudInput({ editor, view, shown: nothing, tools: [passive], pick: undefined }),
      [editor, view],
    ),
  )
  return (
    <div className={classes.beside}>
      <div
        ref={area}
        className={classes.main}
        data-view="beside"
        role="img"
        aria-label={t("adjudication.besideLabel", {
          letter: beside.letter,
          count: beside.annotations.length,
        })}
        onContextMenu={(event) => event.preventDefault()}
      />
      {hasShapes ? <BesideShapes beside={beside} colors={colors} view={view} /> : null}
      <Letter letter={beside.letter} />
    </div>
  )
}

interface BesideShapesProps extends Pick<BesideViewProps, "beside" | "view"> {
  readonly colors: ReadonlyMap<number, string>
}

const BesideShapes = ({ beside, colors, view }: BesideShapesProps) => {
  const svg = useRef<SVGSVGElement>(null)
  const size = useSize(svg)
  const orbit = useStore(view.orbit)
  const cloud = useStore(view.shownCloud)
  const shapes = useMemo(() => {
    const heightAt = makeHeight(cloud)
    return beside.annotations.flatMap((one): ReadonlyArray<ShownShape> => {
      const shape = readSpaceShape(one, heightAt)
      const look = beside.selected.has(one.key) ? "selected" : "plain"
      return shape === undefined ? [] : [{ ...shape, color: colors.get(one.categoryId) ?? "gray", look }]
    })
  }, [beside, cloud, colors])
  const seen = orbit === undefined ? undefined : makeScreenProjection(orbit, size)
  return (
    <svg ref={svg} className={`${drawn.shapes} ${drawn.drawn}`} aria-hidden="true">
      {seen === undefined
        ? null
        : shapes.map(({ color, key, look, points, type }) => (
            <ShapeDrawing
              key={key}
              name={key}
              type={type}
              color={color}
              look={look}
              parts={listLines(points, type, seen)}
              vertices={projectWhole(points, seen)}
              handles={false}
            />
          ))}
    </svg>
  )
}
