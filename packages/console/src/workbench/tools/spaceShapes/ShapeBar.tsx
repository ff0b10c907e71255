/** Sets how the tools of shapes work, above the cloud: where the places are that a press means. */
import { Switch, Tooltip } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { useEditor, useStore } from "../../editor/useStore.ts"
import { useKeyHint } from "../../input/keys/useKeymap.ts"
import bar from "../paint/bitmap.module.css"
import type { ShapePen } from "./ShapePen.ts"

interface ShapeBarProps {
  readonly pen: ShapePen
}

export const ShapeBar = ({ pen }: ShapeBarProps) => {
  const hint = useKeyHint()
  const { t } = useTranslation("workbench")
  const { readOnly } = useEditor(pen.editor)
  const snaps = useStore(pen.snaps)
  if (readOnly) return null
  return (
    <div className={bar.bar} role="toolbar" aria-label={t("shapes.label")}>
      <Tooltip label={hint(t("shapes.snapHint"), "snapToPoints")}>
        <Switch
          size="xs"
          label={t("commands.snapToPoints")}
          checked={snaps}
          onChange={({ currentTarget }) => pen.snaps.set(currentTarget.checked)}
        />
      </Tooltip>
    </div>
  )
}
