/** The bitmaps and the points of a label that is looked at, and not edited. */
import { useEffect, useState } from "react"
import type { Masks } from "../documents/bitmap/Masks.ts"
import type { PointDocument } from "../documents/points/PointDocument.ts"
import type { Editor } from "../editor/Editor.ts"
import { getLabel } from "../editor/EditorState.ts"
import type { Family } from "../editor/label/family.ts"
import { openMasks } from "./bitmaps.ts"
import { loadPoints } from "./openEditor.ts"

/** The points of the label while they are looked at; undefined where objects are no sets of points. */
export const usePoints = (editor: Editor, family: Family): PointDocument | undefined => {
  const [points, setPoints] = useState<PointDocument>()
  const [failure, setFailure] = useState<{ readonly error: unknown }>()
  useEffect(() => {
    if (!family.points) return
    let opened: PointDocument | undefined
    let isCurrent = true
    loadPoints().then(
      (open) => {
        if (!isCurrent) return
        opened = open(editor)
        setPoints(opened)
      },
      (error: unknown) => setFailure({ error }),
    )
    return () => {
      isCurrent = false
      opened?.close()
      setPoints(undefined)
    }
  }, [editor, family])
  // A part of the page that could not be loaded is reported as the pages are.
  if (failure !== undefined) throw failure.error
  return points
}

/** The bitmaps of the label while it is looked at; undefined where objects are no areas. */
export const useMasks = (editor: Editor, family: Family): Masks | undefined => {
  const [masks, setMasks] = useState<Masks>()
  useEffect(() => {
    if (!family.bitmap) return
    const opened = openMasks(editor, { label: getLabel(editor.state), drafts: [] })
    setMasks(opened)
    return () => opened.close()
  }, [editor, family])
  return masks
}
