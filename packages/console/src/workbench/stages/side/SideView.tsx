/** One view of the selected object without perspective, with handles for the faces, corners and heading of a cuboid. */
import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import type { Editor } from "../../editor/Editor.ts"
import { setCuboid } from "../../editor/edits/cuboidEdits.ts"
import type { Cuboid } from "../../editor/label/cuboids/cuboid.ts"
import { useStore } from "../../editor/useStore.ts"
import { computeScale, makeSideProjection, type SideName } from "../../geometry/space/sideView.ts"
import { useStageInput } from "../../input/useStageInput.ts"
import { beginVertexDrag } from "../../tools/spaceShapes/makePenTool.ts"
import type { ShapePen } from "../../tools/spaceShapes/ShapePen.ts"
import type { ChosenVertex } from "../../tools/spaceShapes/VertexChoice.ts"
import type { CloudView } from "../cloud/CloudView.ts"
import classes from "../cloud/cloud.module.css"
import type { ShownShape } from "../cloud/useShownShapes.ts"
import { useSize } from "../cloud/useSize.ts"
import { Handles } from "./Handles.tsx"
import { makeSideInput } from "./makeSideInput.ts"
import { SideShapes } from "./SideShapes.tsx"

interface SideViewProps {
  readonly name: SideName
  readonly editor: Editor
  readonly view: CloudView
  readonly objectKey: string | undefined
  /** The selected cuboid, or a box around the selected shape. */
  readonly cuboid: Cuboid | undefined
  /** Whether it has no handles. */
  readonly fixed: boolean
  /** Edits shapes; undefined if objects are none. */
  readonly pen: ShapePen | undefined
  readonly shapes: ReadonlyArray<ShownShape>
  readonly chosen: ChosenVertex | undefined
}

export const SideView = (props: SideViewProps) => {
  const { chosen, cuboid, editor, fixed, name, objectKey, pen, shapes, view } = props
  const { t } = useTranslation("workbench")
  const svg = useRef<SVGSVGElement>(null)
  const size = useSize(svg)
  const sides = useStore(view.sides)
  const base = sides.frozen ?? cuboid
  const scale = base === undefined ? 1 : computeScale(base, name, size.width, size.height) * sides.zoom[name]
  const projection = base && makeSideProjection(base, name, scale, sides.pan[name])
  // A view that goes away, such as for that of the batch, gets no end of the drag.
  useEffect(() => () => void pen?.sides.cancel(), [pen])
  useStageInput(
    svg,
    makeSideInput({
      name,
      cuboid,
      scale,
      size,
      pan: sides.pan[name],
      onPan: (pan) => view.sides.update((now) => ({ ...now, pan: { ...now.pan, [name]: pan } })),
      onFreeze: (frozen) => view.sides.update((now) => ({ ...now, frozen })),
      onEdit: (edit) => {
        if (objectKey !== undefined)
          editor.update((state, setting) => setCuboid(state, objectKey, edit, setting))
      },
      grabVertex: ({ at }, key, index) =>
        pen && base && projection && beginVertexDrag(pen, key, index, { base, projection, at }),
      zoom: (factor) => view.zoomSide(name, factor),
    }),
  )
  return (
    <div className={classes.side} data-view={name}>
      <span className={classes.sideName}>{t(`cloud.sides.${name}`)}</span>
      {cuboid === undefined ? <span className={classes.sideHint}>{t("cloud.sides.empty")}</span> : null}
      <svg
        ref={svg}
        className={classes.handles}
        aria-hidden="true"
        onContextMenu={(event) => event.preventDefault()}
      >
        {cuboid === undefined || fixed || sides.frozen !== undefined ? null : (
          <Handles cuboid={cuboid} name={name} scale={scale} size={size} pan={sides.pan[name]} />
        )}
        {projection === undefined || shapes.length === 0 ? null : (
          <SideShapes
            shapes={shapes}
            edited={editor.state.sensor?.name}
            projection={projection}
            size={size}
            chosen={chosen && { key: chosen.shape.key, index: chosen.index }}
            canDrag={(key) => pen?.canDrag(key) === true}
          />
        )}
      </svg>
    </div>
  )
}
