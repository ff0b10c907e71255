/** What the brush does, above the canvas: its width, whether it paints over others, and how strong areas are drawn. */
// Loaded with the workbench: the other pages have no sliders.
import "@mantine/core/styles/Slider.css"
import { Button, Slider, Switch, Tooltip } from "@mantine/core"
import { useSyncExternalStore } from "react"
import { useTranslation } from "react-i18next"
import { widths } from "../../bitmap/brush.ts"
import type { Masks } from "../../bitmap/Masks.ts"
import { annotationsIn, frameCount } from "../../model/document/frames.ts"
import { labelOf, none } from "../../model/editor/EditorState.ts"
import type { CommandName } from "../../model/keys/commands.ts"
import { type Keymap, keysOf } from "../../model/keys/keymap.ts"
import { keyText } from "../tools/keyText.ts"
import { useEditor } from "../useEditor.ts"
import classes from "./bitmap.module.css"

interface BrushBarProps {
  readonly masks: Masks
  readonly keymap: Keymap
}

/** The slider moves through the widths by their logarithm: one pixel more matters to a small brush alone. */
const toSlider = (width: number): number => Math.log2(width)
const ofSlider = (value: number): number => 2 ** value

export const BrushBar = ({ keymap, masks }: BrushBarProps) => {
  const { t } = useTranslation("workbench")
  const brush = useSyncExternalStore(masks.brush.subscribe, masks.brush.snapshot)
  const state = useEditor(masks.editor)
  const { frame, readOnly, selected } = state
  const label = labelOf(state)
  const count = frameCount(label)
  const keyed = (command: CommandName, label: string) => `${label} · ${keyText(keysOf(keymap, command))}`
  return (
    <div className={classes.bar} role="toolbar" aria-label={t("bitmap.brush")}>
      <div className={classes.range}>
        <span aria-hidden="true">{t("bitmap.width")}</span>
        <Slider
          className={classes.slider}
          size="sm"
          thumbLabel={t("bitmap.width")}
          label={null}
          min={toSlider(widths.least)}
          max={toSlider(widths.most)}
          step={0.05}
          value={toSlider(brush.width)}
          onChange={(value) => masks.brush.set({ width: ofSlider(value) })}
        />
        <span className={classes.value}>{t("bitmap.pixels", { count: brush.width })}</span>
      </div>
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
          value={brush.opacity}
          onChange={(opacity) => masks.brush.set({ opacity })}
        />
        <span className={classes.value}>
          {t("bitmap.percent", { value: Math.round(brush.opacity * 100) })}
        </span>
      </div>
      <Tooltip label={keyed("overwrite", t("bitmap.overwriteHint"))}>
        <Switch
          size="xs"
          label={t("bitmap.overwrite")}
          checked={brush.overwrites}
          onChange={({ currentTarget }) => masks.brush.set({ overwrites: currentTarget.checked })}
        />
      </Tooltip>
      <Tooltip label={keyed("newArea", t("bitmap.newHint"))}>
        <Button
          size="compact-xs"
          variant="default"
          disabled={readOnly || selected.size === 0}
          onClick={() => masks.editor.select(none)}
        >
          {t("bitmap.new")}
        </Button>
      </Tooltip>
      <Tooltip label={keyed("merge", t("bitmap.mergeHint"))}>
        <Button
          size="compact-xs"
          variant="default"
          disabled={!masks.merges}
          onClick={() => masks.mergeSelected()}
        >
          {t("bitmap.merge")}
        </Button>
      </Tooltip>
      {count > 1 ? (
        <Tooltip label={keyed("copyToNext", t("bitmap.copyHint"))}>
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
