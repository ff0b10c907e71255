/** The commands that make, move, turn and fit cuboids. */
import { type CommandSet, makeEach } from "../../commands/Command.ts"
import type { Editor } from "../../editor/Editor.ts"
import { copyOn, copyToNext } from "../../editor/edits/copies.ts"
import {
  fitCuboids,
  flipCuboids,
  mirrorCuboids,
  nudgeCuboids,
  putOnGround,
  turnCuboids,
} from "../../editor/edits/cuboidEdits.ts"
import type { CloudView } from "../../stages/cloud/CloudView.ts"
import { computeQuarters, moves, toWorld } from "../../stages/cloud/moves.ts"
import { placeInMiddle, takePlaceBack, toggleMaking } from "./making.ts"
import type { TrackWork } from "./TrackWork.ts"

const degree = Math.PI / 180

export const makeCuboidCommands = (editor: Editor, view: CloudView, work: TrackWork): CommandSet => {
  const hasSelection = () => editor.state.selected.size > 0
  const hasPoints = () => hasSelection() && view.cloud !== undefined
  return {
    undo: { run: () => takePlaceBack(view) },
    ...makeEach(moves, (step) => ({
      enabled: hasSelection,
      run: () => editor.update((state, setting) => nudgeCuboids(state, toWorld(step, view), setting)),
    })),
    ...makeEach(
      { turnLeft: degree, turnRight: -degree, turnLeftFar: 15 * degree, turnRightFar: -15 * degree },
      (angle) => ({
        enabled: hasSelection,
        run: () => editor.update((state, setting) => turnCuboids(state, angle, setting)),
      }),
    ),
    edit: {
      run: () => {
        view.making.set(undefined)
        editor.choose("edit")
      },
    },
    cuboid: { run: () => toggleMaking(editor, view) },
    placeCuboid: {
      enabled: () => view.making.state !== undefined,
      run: () => placeInMiddle(editor, view),
    },
    fitCuboid: {
      enabled: hasPoints,
      run: () =>
        editor.update((state, setting) =>
          view.cloud === undefined ? state : fitCuboids(state, view.cloud, setting),
        ),
    },
    groundCuboid: {
      enabled: hasPoints,
      run: () =>
        editor.update((state, setting) =>
          view.cloud === undefined ? state : putOnGround(state, view.cloud, setting),
        ),
    },
    flip: { enabled: hasSelection, run: () => editor.update(flipCuboids) },
    mirror: {
      enabled: hasSelection,
      run: () => {
        const axis = computeQuarters(view) % 2 === 0 ? 0 : 1
        editor.update((state, setting) => mirrorCuboids(state, axis, setting))
      },
    },
    copyToNext: { enabled: hasSelection, run: () => editor.update(copyToNext) },
    copyOn: { enabled: hasSelection, run: () => editor.update(copyOn) },
    fitTrack: { enabled: () => work.can("fitTrack"), run: () => work.run("fitTrack") },
    sizeTrack: { enabled: () => work.can("sizeTrack"), run: () => work.run("sizeTrack") },
    deselect: {
      run: () => {
        if (view.making.state === undefined) return false
        return view.making.set(undefined)
      },
    },
  }
}
