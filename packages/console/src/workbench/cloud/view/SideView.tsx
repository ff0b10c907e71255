/** One view of the selected cuboid without perspective, with handles for its faces, corners and heading. */
import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type { Editor } from "../../model/editor/Editor.ts"
import type { EditName } from "../../model/editor/edit.ts"
import type { Cuboid } from "../model/cuboid.ts"
import { setCuboid } from "../model/edit.ts"
import { dragged, type Handle, halfSizeOf, type SideName, scaleOf } from "../model/sideView.ts"
import type { CloudView } from "./CloudView.ts"
import classes from "./cloud.module.css"
import { useStore } from "./Store.ts"

interface SideViewProps {
  readonly name: SideName
  readonly editor: Editor
  readonly view: CloudView
  readonly objectKey: string | undefined
  readonly cuboid: Cuboid | undefined
  readonly fixed: boolean
}

export const SideView = ({ cuboid, editor, fixed, name, objectKey, view }: SideViewProps) => {
  const { t } = useTranslation("workbench")
  const svg = useRef<SVGSVGElement>(null)
  const size = useSize(svg)
  const sides = useStore(view.sides)
  useWheel(svg, name, view)
  const base = sides.frozen ?? cuboid
  const scale = base === undefined ? 1 : scaleOf(base, name, size.width, size.height) * sides.zoom[name]
  const drag = useDrag({ name, editor, view, objectKey, cuboid, scale, size })
  return (
    <div className={classes.side} data-view={name}>
      <span className={classes.sideName}>{t(`cloud.sides.${name}`)}</span>
      {cuboid === undefined ? <span className={classes.sideHint}>{t("cloud.sides.empty")}</span> : null}
      <svg
        ref={svg}
        className={classes.handles}
        aria-hidden="true"
        onContextMenu={(event) => event.preventDefault()}
        onPointerDown={drag.pan}
        onPointerMove={drag.move}
        onPointerUp={drag.end}
        onPointerCancel={drag.end}
      >
        {cuboid === undefined || fixed || sides.frozen !== undefined ? null : (
          <Handles
            cuboid={cuboid}
            name={name}
            scale={scale}
            size={size}
            pan={sides.pan[name]}
            onGrab={drag.grab}
          />
        )}
      </svg>
    </div>
  )
}

interface Size {
  readonly width: number
  readonly height: number
}

const useSize = (svg: React.RefObject<SVGSVGElement | null>): Size => {
  const [size, setSize] = useState<Size>({ width: 1, height: 1 })
  useEffect(() => {
    const element = svg.current
    if (element === null) return
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [svg])
  return size
}

const useWheel = (svg: React.RefObject<SVGSVGElement | null>, name: SideName, view: CloudView): void => {
  useEffect(() => {
    const element = svg.current
    if (element === null) return
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      const factor = Math.exp(Math.min(Math.max(event.deltaY, -300), 300) * 0.0016)
      view.sides.change((now) => {
        const zoom = Math.min(Math.max(now.zoom[name] * factor, 0.1), 10)
        return { ...now, zoom: { ...now.zoom, [name]: zoom } }
      })
    }
    element.addEventListener("wheel", wheel, { passive: false })
    return () => element.removeEventListener("wheel", wheel)
  }, [svg, name, view])
}

type Pair = readonly [number, number]

interface DragSetting extends Omit<SideViewProps, "fixed"> {
  /** Meters of a pixel. */
  readonly scale: number
  readonly size: Size
}

interface Grabbed {
  readonly handle: Handle | "pan"
  readonly from: Pair
  readonly cuboid: Cuboid
  readonly pan: Pair
  readonly merge: string
}

let drags = 0

const useDrag = ({ cuboid, editor, name, objectKey, scale, size, view }: DragSetting) => {
  const grabbed = useRef<Grabbed>(undefined)
  /** Meters from the middle of the view. */
  const placeOf = (event: React.PointerEvent): Pair => {
    const box = event.currentTarget.closest("svg")?.getBoundingClientRect()
    const [x, y] = [event.clientX - (box?.left ?? 0), event.clientY - (box?.top ?? 0)]
    return [(x - size.width / 2) * scale, (size.height / 2 - y) * scale]
  }
  const begin = (event: React.PointerEvent, handle: Handle | "pan") => {
    if (cuboid === undefined || grabbed.current !== undefined) return
    event.stopPropagation()
    event.currentTarget.closest("svg")?.setPointerCapture(event.pointerId)
    drags += 1
    const pan = view.sides.get().pan[name]
    grabbed.current = { handle, from: placeOf(event), cuboid, pan, merge: `drag ${drags}` }
    if (handle !== "pan") view.sides.change((now) => ({ ...now, frozen: cuboid }))
  }
  const move = (event: React.PointerEvent) => {
    const now = grabbed.current
    if (now === undefined) return
    const to = placeOf(event)
    if (now.handle === "pan") {
      const pan: Pair = [now.pan[0] - to[0] + now.from[0], now.pan[1] - to[1] + now.from[1]]
      view.sides.change((sides) => ({ ...sides, pan: { ...sides.pan, [name]: pan } }))
      return
    }
    if (objectKey === undefined) return
    // Relative to the middle of the cuboid, which a panned view does not have in its own middle.
    const shift = ([x, y]: Pair): Pair => [x + now.pan[0], y + now.pan[1]]
    const after = dragged(now.cuboid, name, now.handle, { from: shift(now.from), to: shift(to) })
    const edit = { cuboid: after, name: editNames[now.handle.kind], merge: now.merge }
    editor.update((state, setting) => setCuboid(state, objectKey, edit, setting))
  }
  const end = () => {
    if (grabbed.current === undefined) return
    grabbed.current = undefined
    view.sides.change((now) => ({ ...now, frozen: undefined }))
  }
  return {
    grab: begin,
    pan: (event: React.PointerEvent) => begin(event, "pan"),
    move,
    end,
  }
}

const editNames: { readonly [Kind in Handle["kind"]]: EditName } = {
  move: "move",
  turn: "turn",
  faces: "resize",
}

interface HandlesProps {
  readonly cuboid: Cuboid
  readonly name: SideName
  readonly scale: number
  readonly size: Size
  readonly pan: Pair
  readonly onGrab: (event: React.PointerEvent, handle: Handle) => void
}

const places = [-1, 0, 1] as const

const Handles = ({ cuboid, name, onGrab, pan, scale, size }: HandlesProps) => {
  const [halfWidth, halfHeight] = halfSizeOf(cuboid, name).map((half) => half / scale) as [number, number]
  const [x, y] = [size.width / 2 - pan[0] / scale, size.height / 2 + pan[1] / scale]
  return (
    <>
      <rect
        className={classes.body}
        x={x - halfWidth}
        y={y - halfHeight}
        width={halfWidth * 2}
        height={halfHeight * 2}
        onPointerDown={(event) => (event.button === 0 ? onGrab(event, { kind: "move" }) : undefined)}
      />
      {places.flatMap((right) =>
        places.map((up) =>
          right === 0 && up === 0 ? null : (
            <circle
              key={`${right} ${up}`}
              className={classes.handle}
              data-handle={`${right} ${up}`}
              cx={x + right * halfWidth}
              cy={y - up * halfHeight}
              r={4}
              onPointerDown={(event) => onGrab(event, { kind: "faces", right, up })}
            />
          ),
        ),
      )}
      {name === "top" ? (
        <circle
          className={classes.turn}
          data-handle="turn"
          cx={x + halfWidth + 18}
          cy={y}
          r={5}
          onPointerDown={(event) => onGrab(event, { kind: "turn" })}
        />
      ) : null}
    </>
  )
}
