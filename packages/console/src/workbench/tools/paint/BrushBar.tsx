/** Sets what the brush does, above the canvas: its width, whether it paints over others, and how strong areas are drawn. */
import { Button, Slider, Tooltip } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { useRunCommand } from "../../commands/CommandContext.ts"
import type { Masks } from "../../documents/bitmap/Masks.ts"
import { getLabel } from "../../editor/EditorState.ts"
import { countFrames, listAnnotations } from "../../editor/label/frames.ts"
import { useEditor, useStore } from "../../editor/useStore.ts"
import { useKeyHint } from "../../input/keys/useKeymap.ts"
import classes from "./bitmap.module.css"
import { ObjectButtons, OverwriteSwitch, WidthSlider } from "./paintControls.tsx"

interface BrushBarProps {
  readonly masks: Masks
}

export const BrushBar = ({ masks }: BrushBarProps) => {
  const { i18n, t } = useTranslation("workbench")
  const hint = useKeyHint()
  const run = useRunCommand()
  const { opacity, overwrites, width } = useStore(masks.brush)
  const state = useEditor(masks.editor)
  const { frame, readOnly, selected } = state
  const label = getLabel(state)
  const count = countFrames(label)
  return (
    <div className={classes.bar} role="toolbar" aria-label={t("bitmap.brush")}>
      <WidthSlider
        name={t("bitmap.width")}
        width={width}
        limits={masks.brush.widths}
        onChange={(width) => masks.brush.change({ width })}
      />
      <div className={classes.range}>
        <span aria-hidden="true">{t("bitmap.opacity")}</span>
        <Slider
          className={classes.slider}
          size="sm"
          thumbLabel={t("bitmap.opacity")}
          label={null}
          min={0}
          max={1}
          step={0.05}
          value={opacity}
          onChange={(opacity) => masks.brush.change({ opacity })}
        />
        <span className={classes.value}>
          {new Intl.NumberFormat(i18n.language, { style: "percent" }).format(opacity)}
        </span>
      </div>
      <OverwriteSwitch
        overwrites={overwrites}
        onChange={(overwrites) => masks.brush.change({ overwrites })}
      />
      <ObjectButtons begins={!readOnly && selected.size > 0} merges={masks.merges} />
      {count > 1 ? (
        <Tooltip label={hint(t("bitmap.copyHint"), "copyToNext")}>
          <Button
            size="compact-xs"
            variant="default"
            disabled={readOnly || frame + 1 >= count || listAnnotations(label, frame).length === 0}
            onClick={() => run("copyToNext")}
          >
            {t("commands.copyToNext")}
          </Button>
        </Tooltip>
      ) : null}
    </div>
  )
}
