/** Copies what is selected into other frames of its track. */
import { useTranslation } from "react-i18next"
import type { Editor } from "../editor/Editor.ts"
import { copyInto } from "../editor/edits/copies.ts"
import { useEditor } from "../editor/useStore.ts"
import { FrameRange } from "./FrameRange.tsx"

interface CopyRangeProps {
  readonly editor: Editor
  readonly count: number
  readonly fixed: boolean
}

export const CopyRange = ({ count, editor, fixed }: CopyRangeProps) => {
  const { t } = useTranslation("workbench")
  const { frame } = useEditor(editor)
  const next = Math.min(frame + 2, count)
  return (
    <FrameRange
      labels={{ from: t("cloud.copies.from"), to: t("cloud.copies.to"), run: t("cloud.copies.copy") }}
      most={count}
      start={{ from: next, to: next }}
      fixed={fixed}
      refuses={({ from, to }) => from === to && from === frame + 1}
      onRun={(from, to) => editor.update((now, setting) => copyInto(now, from, to, setting))}
    />
  )
}
