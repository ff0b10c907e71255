/** What each command does in the workbench of point clouds. */
import { isSequence } from "../../model/document/frames.ts"
import type { Editor } from "../../model/editor/Editor.ts"
import { labelOf, none } from "../../model/editor/EditorState.ts"
import type { CommandName } from "../../model/keys/commands.ts"
import { did, runShared, type Verbs } from "../../view/keys/runShared.ts"
import { copyOn, copyToNext } from "../model/copies.ts"
import {
  fitCuboids,
  flipCuboids,
  groundCuboids,
  mirrorCuboids,
  nudgeCuboids,
  turnCuboids,
} from "../model/edit.ts"
import type { CloudView } from "./CloudView.ts"
import { placeInMiddle, toggleMaking } from "./making.ts"
import { moveOf, quartersOf } from "./moves.ts"
import { cuboidsOf } from "./shownCuboids.ts"
import type { TrackWork } from "./TrackWork.ts"

export interface CloudTarget {
  readonly editor: Editor
  readonly view: CloudView
  readonly verbs: Verbs
  readonly work: TrackWork
}

const degree = Math.PI / 180

const turns: { readonly [Name in CommandName]?: number } = {
  turnLeft: degree,
  turnRight: -degree,
  turnLeftFar: 15 * degree,
  turnRightFar: -15 * degree,
}

/** Runs a command. False when it does nothing here, so that the browser may do what the key means to it. */
export const runCloudCommand = (name: CommandName, { editor, verbs, view, work }: CloudTarget): boolean => {
  const hasSelection = editor.state.selected.size > 0
  const move = moveOf(name, view)
  if (move !== undefined)
    return hasSelection && did(() => editor.update((now, setting) => nudgeCuboids(now, move, setting)))
  const turn = turns[name]
  if (turn !== undefined)
    return hasSelection && did(() => editor.update((now, setting) => turnCuboids(now, turn, setting)))
  switch (name) {
    case "cuboid":
      return did(() => toggleMaking(editor, view))
    case "placeCuboid":
      return view.making.get() !== undefined && did(() => placeInMiddle(editor, view))
    case "fitCuboid": {
      const { cloud } = view
      if (!hasSelection || cloud === undefined) return false
      return did(() => editor.update((now, setting) => fitCuboids(now, cloud, setting)))
    }
    case "groundCuboid": {
      const { cloud } = view
      if (!hasSelection || cloud === undefined) return false
      return did(() => editor.update((now, setting) => groundCuboids(now, cloud, setting)))
    }
    case "flip":
      return hasSelection && did(() => editor.update(flipCuboids))
    case "mirror": {
      const axis = quartersOf(view) % 2 === 0 ? 0 : 1
      return hasSelection && did(() => editor.update((now, setting) => mirrorCuboids(now, axis, setting)))
    }
    case "copyToNext":
      return hasSelection && did(() => editor.update(copyToNext))
    case "copyOn":
      return hasSelection && did(() => editor.update(copyOn))
    case "fitTrack":
    case "sizeTrack":
      return work.can(name) && did(() => void work.run(name))
    case "batch":
      return isSequence(labelOf(editor.state)) && did(() => view.batch.change((now) => !now))
    case "neighbors":
      return isSequence(labelOf(editor.state)) && did(() => view.toggleNeighbors())
    case "cameras":
      return did(() => view.cameras.change((now) => ({ ...now, shown: !now.shown })))
    case "imagePoints":
      return did(() =>
        view.cameras.change((now) => ({ ...now, shown: true, points: !(now.shown && now.points) })),
      )
    case "birdsEye":
      return did(() => view.fit())
    case "zoomToObject":
      return did(() => view.lookAt(cuboidsOf(editor.state, editor.state.selected)))
    case "smallerPoints":
      return did(() => view.resizePoints(-1))
    case "largerPoints":
      return did(() => view.resizePoints(1))
    case "deselect":
      return did(() => {
        if (view.making.get() !== undefined) view.making.set(undefined)
        else if (view.batch.get()) view.batch.set(false)
        else editor.select(none)
      })
    default:
      return runShared(name, editor, verbs)
  }
}
