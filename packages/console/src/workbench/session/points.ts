/** Opens the points of labels whose objects are sets of them. What does that is loaded with the first of these labels. */
import type { PointDocument } from "../cloud/points/model/PointDocument.ts"
import type { PackedFrame } from "../cloud/points/model/packed.ts"
import type { Editor } from "../model/editor/Editor.ts"

/** `drafts`: the ids of the frames that the label says were painted. */
export type OpenPoints = (editor: Editor, drafts?: ReadonlyArray<PackedFrame>) => PointDocument

export const loadPoints = async (): Promise<OpenPoints> => {
  const { PointDocument } = await import("../cloud/points/model/PointDocument.ts")
  return (editor, drafts) => new PointDocument(editor, drafts)
}
