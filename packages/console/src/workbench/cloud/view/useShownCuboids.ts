/** The cuboids that the views of a cloud and the images of its cameras show. */
import { useMemo } from "react"
import type { Editor } from "../../model/editor/Editor.ts"
import { useEditor } from "../../view/useEditor.ts"
import type { CloudView } from "./CloudView.ts"
import { useStore } from "./Store.ts"
import type { ShownCuboid } from "./scene/CuboidLayer.ts"
import { listShownCuboids, type ShownOptions } from "./shownCuboids.ts"

interface Options extends Pick<ShownOptions, "comparison" | "warned"> {
  readonly editor: Editor
  readonly view: CloudView
}

export const useShownCuboids = ({
  comparison,
  editor,
  view,
  warned,
}: Options): ReadonlyArray<ShownCuboid> => {
  const state = useEditor(editor)
  const hiddenSensors = useStore(view.hiddenSensors)
  return useMemo(
    () =>
      listShownCuboids(state, {
        categories: editor.setting.configuration.categories,
        warned,
        comparison,
        hiddenSensors,
      }),
    [state, editor, warned, comparison, hiddenSensors],
  )
}
