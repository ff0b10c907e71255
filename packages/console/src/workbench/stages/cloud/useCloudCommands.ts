/** The commands of the workbench of point clouds and the scopes of their keys, by what is edited. */
import { useMemo } from "react"
import type { CommandSet } from "../../commands/Command.ts"
import type { Editor } from "../../editor/Editor.ts"
import type { KeyScope } from "../../input/keys/Binding.ts"
import { makeCuboidCommands } from "../../tools/cuboid/makeCuboidCommands.ts"
import type { TrackWork } from "../../tools/cuboid/TrackWork.ts"
import { makePointCommands } from "../../tools/points/makePointCommands.ts"
import type { PointPainter } from "../../tools/points/PointPainter.ts"
import { makeSpaceShapeCommands } from "../../tools/spaceShapes/makeSpaceShapeCommands.ts"
import type { ShapePen } from "../../tools/spaceShapes/ShapePen.ts"
import { type ImageTools, offeredInImages } from "../camera/imageTools.ts"
import { makeImageCommands } from "../image/makeImageCommands.ts"
import type { CloudView } from "./CloudView.ts"
import { makeCloudCommands } from "./makeCloudCommands.ts"

interface CloudTarget {
  readonly editor: Editor
  readonly view: CloudView
  readonly work: TrackWork
  readonly tools: ImageTools
  /** Paints, where objects are sets of points. */
  readonly painter: PointPainter | undefined
  /** Draws, where objects are shapes. */
  readonly pen: ShapePen | undefined
  /** The image of a camera is edited. */
  readonly onImage: boolean
}

export const useCloudCommands = (target: CloudTarget): ReadonlyArray<CommandSet> => {
  const { editor, onImage, painter, pen, tools, view, work } = target
  return useMemo(
    () =>
      onImage
        ? [makeImageCommands({ editor, ...tools, offered: offeredInImages })]
        : [
            ...(painter === undefined ? [] : [makePointCommands(painter)]),
            ...(pen === undefined ? [] : [makeSpaceShapeCommands(pen)]),
            makeCuboidCommands(editor, view, work),
            makeCloudCommands(editor, view),
          ],
    [editor, view, work, tools, painter, pen, onImage],
  )
}

export const useCloudScopes = (
  { onImage, painter, pen }: CloudTarget,
  sequence: boolean,
): ReadonlySet<KeyScope> =>
  useMemo(
    () =>
      new Set<KeyScope>([
        "everywhere",
        "workbench",
        ...(onImage ? (["2d", "shapes"] as const) : (["3d"] as const)),
        ...(onImage
          ? []
          : painter === undefined
            ? (["cuboids"] as const)
            : (["painting", "points"] as const)),
        ...(pen !== undefined && !onImage ? (["spaceShapes"] as const) : []),
        ...(sequence ? (["frames"] as const) : []),
        ...(sequence && painter === undefined ? (["keyframes"] as const) : []),
      ]),
    [painter, pen, sequence, onImage],
  )
