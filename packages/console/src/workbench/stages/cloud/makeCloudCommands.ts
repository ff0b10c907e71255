/** The commands of the views of a point cloud. */
import type { CommandSet } from "../../commands/Command.ts"
import type { Editor } from "../../editor/Editor.ts"
import { getLabel, none } from "../../editor/EditorState.ts"
import { isSequence } from "../../editor/label/frames.ts"
import type { CloudView } from "./CloudView.ts"
import { listCuboids } from "./shownCuboids.ts"

export const makeCloudCommands = (editor: Editor, view: CloudView): CommandSet => {
  const hasFrames = () => isSequence(getLabel(editor.state))
  return {
    batch: { enabled: hasFrames, run: () => view.batch.update((now) => !now) },
    neighbors: { enabled: hasFrames, run: () => view.toggleNeighbors() },
    cameras: { run: () => view.cameras.update((now) => ({ ...now, shown: !now.shown })) },
    imagePoints: {
      run: () => view.cameras.update((now) => ({ ...now, shown: true, points: !(now.shown && now.points) })),
    },
    birdsEye: { run: () => view.fit() },
    zoomToObject: { run: () => view.lookAt(listCuboids(editor.state, editor.state.selected)) },
    smallerPoints: { run: () => view.resizePoints(-1) },
    largerPoints: { run: () => view.resizePoints(1) },
    deselect: {
      run: () => {
        if (view.batch.state) view.batch.set(false)
        else editor.select(none)
      },
    },
  }
}
