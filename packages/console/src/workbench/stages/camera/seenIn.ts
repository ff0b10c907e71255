/** The cuboids and shapes of the shown frame that a camera sees. */
import { useMemo } from "react"
import { countByKey, type Finding } from "../../check/Finding.ts"
import type { Editor } from "../../editor/Editor.ts"
import { listDrawn, openSensor } from "../../editor/EditorState.ts"
import type { Cuboid } from "../../editor/label/cuboids/cuboid.ts"
import { closeLine } from "../../editor/label/spaceShapes/spaceShape.ts"
import { useEditor } from "../../editor/useStore.ts"
import { computeBounds } from "../../geometry/outline.ts"
import type { Points } from "../../geometry/point.ts"
import { type Camera, makeProjector, type Projector } from "../../geometry/space/camera.ts"
import { projectLine } from "../../geometry/space/cameraLine.ts"
import { type CameraOutline, computeCameraOutline } from "../../geometry/space/cameraOutline.ts"
import type { Size } from "../../geometry/viewport.ts"
import type { CameraImage } from "../../session/clouds/cameras.ts"
import type { ToolShape } from "../../tools/Gesture.ts"
import type { ShownCuboid } from "../cloud/scene/CuboidLayer.ts"
import type { ShownShape } from "../cloud/useShownShapes.ts"
import type { ShapeLayerProps } from "../image/ShapeLayer.tsx"
import type { MarkPlace } from "../marks/WarningMarks.tsx"

export interface SeenCuboid {
  readonly shown: ShownCuboid
  readonly outline: CameraOutline
}

export type SeenIn = (cuboids: ReadonlyArray<ShownCuboid>) => ReadonlyArray<SeenCuboid>

/** Computes what a camera sees. Outlines are computed once for each cuboid: an edit computes that of one. */
const makeSeenIn = (camera: Camera, size: Size): SeenIn => {
  const project = makeProjector(camera)
  const outlines = new WeakMap<Cuboid, CameraOutline | typeof nothing>()
  return (cuboids) =>
    cuboids.flatMap((shown) => {
      const outline = outlines.get(shown.cuboid) ?? computeOutline(project, shown.cuboid, size)
      outlines.set(shown.cuboid, outline)
      return outline === nothing ? [] : [{ shown, outline }]
    })
}

const nothing = Symbol()

const computeOutline = (project: Projector, cuboid: Cuboid, size: Size): CameraOutline | typeof nothing =>
  computeCameraOutline(project, cuboid, size) ?? nothing

/** The shapes of a cloud in the image of a camera. */
export interface SeenShape {
  readonly shown: ShownShape
  /** The visible parts of the sides. */
  readonly lines: ReadonlyArray<Points>
  /** The places of a shape of points. */
  readonly dots: Points
}

/** Computes what a camera sees of shapes. */
export const listShapesIn = (
  camera: Camera,
  { height, width }: Size,
): ((shapes: ReadonlyArray<ShownShape>) => ReadonlyArray<SeenShape>) => {
  const project = makeProjector(camera)
  const isInImage = (points: Points) => {
    const { bottom, left, right, top } = computeBounds(points)
    return right >= 0 && left <= width && bottom >= 0 && top <= height
  }
  return (shapes) =>
    shapes.flatMap((shown) => {
      const { points, type } = shown
      const ends = closeLine(type, points)
      const dots = type === "point" ? points.flatMap((place) => toPixels(project(place))) : []
      const lines =
        type === "point"
          ? []
          : ends.flatMap((to, index) => {
              const from = ends[index - 1]
              return from === undefined ? [] : projectLine(project, from, to)
            })
      const seen = { shown, lines: lines.filter(isInImage), dots: dots.filter((dot) => isInImage([dot])) }
      return seen.lines.length + seen.dots.length === 0 ? [] : [seen]
    })
}

const toPixels = (pixel: Points[number] | undefined): Points => (pixel === undefined ? [] : [pixel])

interface Shown {
  readonly cuboids: ReadonlyArray<ShownCuboid>
  /** The shapes of the cloud. */
  readonly drawn: ReadonlyArray<ShownShape>
}

/** The objects of the clouds in an image. None until its size is known, and where nothing says where its camera is. */
export const useSeen = ({ camera }: CameraImage, size: Size | undefined, { cuboids, drawn }: Shown) => {
  const sees = useMemo(
    () =>
      camera === undefined || size === undefined
        ? undefined
        : { cuboids: makeSeenIn(camera, size), shapes: listShapesIn(camera, size) },
    [camera, size],
  )
  const seen = useMemo(() => sees?.cuboids(cuboids) ?? [], [sees, cuboids])
  const seenShapes = useMemo(() => sees?.shapes(drawn) ?? [], [sees, drawn])
  return { seen, seenShapes }
}

/** The places of the marks of warnings about them. */
export const listSeenMarks = (
  cuboids: ReadonlyArray<SeenCuboid>,
  shapes: ReadonlyArray<SeenShape>,
): ReadonlyArray<MarkPlace> =>
  [
    ...cuboids.map(({ outline, shown }) => ({ shown, points: outline.hull })),
    ...shapes.map(({ dots, lines, shown }) => ({ shown, points: [...lines.flat(), ...dots] })),
  ].flatMap(({ points, shown: { isWarned, key, sensor } }) => {
    if (isWarned !== true) return []
    const { left, top } = computeBounds(points)
    return [{ key: `${sensor ?? ""} ${key}`.trim(), at: [left, top] as const }]
  })

/** Lists what a press can select of them. */
export const listPressable = (seen: ReadonlyArray<SeenShape>): ReadonlyArray<ToolShape> =>
  seen.flatMap(
    ({ dots, lines, shown: { key, look } }): ReadonlyArray<ToolShape> =>
      look === "before"
        ? []
        : [
            ...lines.map((points) => ({ key, type: "polyline", points }) as const),
            ...(dots.length === 0 ? [] : [{ key, type: "point", points: dots } as const]),
          ],
  )

/** The shapes of the shown frame by the name of their sensor. */
export const useShapes = (
  editor: Editor,
  findings: ReadonlyArray<Finding>,
): ReadonlyMap<string, ShapeLayerProps> => {
  const state = useEditor(editor)
  return useMemo(() => {
    const { categories } = editor.setting.configuration
    const colors = new Map(categories.map(({ color, id }) => [id, color]))
    const cameras = state.sensors.filter(({ edits, kind }) => edits && kind === "image")
    return new Map(
      cameras.map((sensor) => {
        const shapes = listDrawn(openSensor(state, sensor))
        const warned = new Set(countByKey(findings, state.frame, sensor.name).keys())
        return [sensor.name, { shapes, selected: state.selected, warned, colors }]
      }),
    )
  }, [editor, state, findings])
}
