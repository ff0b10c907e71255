/** What the brush does, above the canvas: its width, whether it paints over others, and how strong areas are drawn. */
import { Button, Slider, Tooltip } from "@mantine/core"
import { useSyncExternalStore } from "react"
import { useTranslation } from "react-i18next"
import { widths } from "../../bitmap/brush.ts"
import type { Masks } from "../../bitmap/Masks.ts"
import { annotationsIn, frameCount } from "../../model/document/frames.ts"
import { labelOf, none } from "../../model/editor/EditorState.ts"
import type { Keymap } from "../../model/keys/keymap.ts"
import { useEditor } from "../useEditor.ts"
import classes from "./bitmap.module.css"
import { keyedHint, ObjectButtons, OverwriteSwitch, WidthSlider } from "./paintControls.tsx"

interface BrushBarProps {
  readonly masks: Masks
  readonly keymap: Keymap
}

export const BrushBar = ({ keymap, masks }: BrushBarProps) => {
  const { t } = useTranslation("workbench")
  const { opacity, overwrites, width } = useSyncExternalStore(masks.brush.subscribe, masks.brush.snapshot)
  const state = useEditor(masks.editor)
  const { frame, readOnly, selected } = state
  const label = labelOf(state)
  const count = frameCount(label)
  return (
    <div className={classes.bar} role="toolbar" aria-label={t("bitmap.brush")}>
      <WidthSlider
        name={t("bitmap.width")}
        width={width}
        limits={widths}
        onChange={(width) => masks.brush.set({ width })}
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
          onChange={(opacity) => masks.brush.set({ opacity })}
        />
        <span className={classes.value}>{t("bitmap.percent", { value: Math.round(opacity * 100) })}</span>
      </div>
      <OverwriteSwitch
        keymap={keymap}
        overwrites={overwrites}
        onChange={(overwrites) => masks.brush.set({ overwrites })}
      />
      <ObjectButtons
        keymap={keymap}
        onNew={readOnly || selected.size === 0 ? undefined : () => masks.editor.select(none)}
        onMerge={masks.merges ? () => masks.mergeSelected() : undefined}
      />
      {count > 1 ? (
        <Tooltip label={keyedHint(keymap, "copyToNext", t("bitmap.copyHint"), t)}>
          <Button
            size="compact-xs"
            variant="default"
            disabled={readOnly || frame + 1 >= count || annotationsIn(label, frame).length === 0}
            onClick={() => void masks.copyToNext()}
          >
            {t("commands.copyToNext")}
          </Button>
        </Tooltip>
      ) : null}
    </div>
  )
}
