/** The shapes over the cloud, where the camera sees them, with handles on what is selected. */
import { useRef } from "react"
import { useTranslation } from "react-i18next"
import { closeLine, formatTwoDigits } from "../../editor/label/spaceShapes/spaceShape.ts"
import { useEditor, useStore } from "../../editor/useStore.ts"
import type { Point } from "../../geometry/point.ts"
import { makeScreenProjection, projectParts, projectWhole } from "../../geometry/space/onScreen.ts"
import type { Vector } from "../../geometry/space/vector.ts"
import { formatCommandKey } from "../../input/keys/keyText.ts"
import { useKeymap } from "../../input/keys/useKeymap.ts"
import type { ShapePen } from "../../tools/spaceShapes/ShapePen.ts"
import type { ChosenVertex } from "../../tools/spaceShapes/VertexChoice.ts"
import { findHint } from "../../tools/tools.ts"
import { listLines, ShapeDrawing } from "./ShapeDrawing.tsx"
import classes from "./shapes.module.css"
import type { ShownShape } from "./useShownShapes.ts"
import { useSize } from "./useSize.ts"

interface ShapesOverlayProps {
  readonly pen: ShapePen
  readonly shapes: ReadonlyArray<ShownShape>
  readonly chosen: ChosenVertex | undefined
}

export const ShapesOverlay = ({ chosen, pen, shapes }: ShapesOverlayProps) => {
  const { t } = useTranslation("workbench")
  const svg = useRef<SVGSVGElement>(null)
  const size = useSize(svg)
  const state = useEditor(pen.editor)
  const orbit = useStore(pen.view.orbit)
  const gesture = useStore(pen.main.gesture)
  const drawing = useStore(pen.drawing)
  const cursor = useCursor(pen)
  const seen = orbit === undefined ? undefined : makeScreenProjection(orbit, size)
  const isFixed = state.readOnly || state.tool !== "edit"
  return (
    <>
      <svg ref={svg} className={`${classes.shapes} ${classes.drawn}`} aria-hidden="true">
        {seen === undefined
          ? null
          : shapes.map(({ color, key, look, points, sensor, type }) => {
              const isEdited = sensor === state.sensor?.name
              const held = isEdited && gesture.kind === "edit" && gesture.key === key && look !== "before"
              const isSelected = isEdited && look === "selected"
              return (
                <ShapeDrawing
                  key={`${sensor ?? ""} ${key} ${look === "before"}`}
                  name={key}
                  type={type}
                  color={color}
                  look={look}
                  parts={held ? [closeLine(type, gesture.points)] : listLines(points, type, seen)}
                  vertices={held ? gesture.points : projectWhole(points, seen)}
                  handles={isSelected && !isFixed && !state.locked.has(key)}
                  chosen={isSelected && chosen?.shape.key === key ? chosen.index : undefined}
                />
              )
            })}
        {seen === undefined || drawing === undefined ? null : (
          <ShapeDrawing
            name=""
            type={drawing.tool.draws.type}
            color="white"
            look="selected"
            parts={projectParts(
              drawing.hover === undefined ? drawing.points : [...drawing.points, drawing.hover],
              false,
              seen,
            )}
            vertices={projectWhole(drawing.points, seen)}
            handles
          />
        )}
        {seen === undefined || cursor === undefined ? null : <Cross at={seen(cursor)} />}
      </svg>
      {pen.tool === undefined ? null : (
        <div className={classes.hint}>
          <p role="status">
            {t(`hints.${findHint(pen.tool, drawing?.points.length ?? 0)}`)} <KeysHint />
          </p>
          <CursorPlace at={cursor} />
        </div>
      )}
    </>
  )
}

/** Shows where the cursor of the keys is, while a tool draws. */
const useCursor = (pen: ShapePen): Vector | undefined => {
  useStore(pen.cursor.at)
  useStore(pen.snaps)
  return pen.tool === undefined ? undefined : pen.cursor.findTarget()
}

const Cross = ({ at }: { readonly at: Point | undefined }) =>
  at === undefined ? null : (
    <path
      className={classes.cross}
      data-cursor=""
      d={`M${at[0] - 12} ${at[1]}h24M${at[0]} ${at[1] - 12}v24`}
    />
  )

/** Shows where the cursor of the keys is, which is read with each of its steps, and the hint is not. */
const CursorPlace = ({ at }: { readonly at: Vector | undefined }) => {
  const { i18n } = useTranslation("workbench")
  const parts = at?.map((value, axis) => `${"xyz"[axis]} ${formatTwoDigits(value, i18n.language)}`)
  return (
    <p role="status" data-cursor-place="">
      {parts === undefined ? null : <b>{parts.join(", ")}</b>}
    </p>
  )
}

/** The keys that draw without a pointer. */
const KeysHint = () => {
  const { t } = useTranslation("workbench")
  const keymap = useKeymap()
  const moves = (["ahead", "toLeft", "back", "toRight"] as const)
    .map((name) => formatCommandKey(keymap, name, t))
    .join(" ")
  return <>{t("shapes.keys", { moves, sets: formatCommandKey(keymap, "placeCuboid", t) })}</>
}
