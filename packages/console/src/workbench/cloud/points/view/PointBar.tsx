/** How the tools of points work, above the cloud: the width of the brush, and which points are painted. */
import "@mantine/core/styles/Slider.css"
import { Button, NumberInput, Slider, Switch, Tooltip } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { none } from "../../../model/editor/EditorState.ts"
import type { CommandName } from "../../../model/keys/commands.ts"
import { type Keymap, keysOf } from "../../../model/keys/keymap.ts"
import bar from "../../../view/bitmap/bitmap.module.css"
import { keyText } from "../../../view/tools/keyText.ts"
import { useEditor } from "../../../view/useEditor.ts"
import { useStore } from "../../view/Store.ts"
import { brushWidths } from "./PointBrush.ts"
import type { PointPainter } from "./PointPainter.ts"

interface PointBarProps {
  readonly painter: PointPainter
  readonly keymap: Keymap
}

export const PointBar = ({ keymap, painter }: PointBarProps) => {
  const { t } = useTranslation("workbench")
  const { brush, points } = painter
  const { aboveGround, height, overwrites, width } = useStore(brush.settings)
  const { readOnly, selected } = useEditor(points.editor)
  const keyed = (command: CommandName, label: string) => `${label} · ${keyText(keysOf(keymap, command))}`
  if (readOnly) return null
  return (
    <div className={bar.bar} role="toolbar" aria-label={t("points.label")}>
      <div className={bar.range}>
        <span aria-hidden="true">{t("bitmap.brush")}</span>
        <Slider
          className={bar.slider}
          size="sm"
          thumbLabel={t("bitmap.width")}
          label={null}
          // By the logarithm: one pixel more matters to a small brush alone.
          min={Math.log2(brushWidths.least)}
          max={Math.log2(brushWidths.most)}
          step={0.05}
          value={Math.log2(width)}
          onChange={(value) => brush.set({ width: 2 ** value })}
        />
        <span className={bar.value}>{t("bitmap.pixels", { count: width })}</span>
      </div>
      <Tooltip label={keyed("overwrite", t("bitmap.overwriteHint"))}>
        <Switch
          size="xs"
          label={t("bitmap.overwrite")}
          checked={overwrites}
          onChange={({ currentTarget }) => brush.set({ overwrites: currentTarget.checked })}
        />
      </Tooltip>
      <div className={bar.range}>
        <Tooltip label={keyed("aboveGround", t("points.aboveHint"))}>
          <Switch
            size="xs"
            label={t("points.above")}
            checked={aboveGround}
            onChange={({ currentTarget }) => brush.set({ aboveGround: currentTarget.checked })}
          />
        </Tooltip>
        <NumberInput
          size="xs"
          w={70}
          aria-label={t("points.height")}
          value={height}
          min={-5}
          max={50}
          step={0.1}
          decimalScale={2}
          suffix=" m"
          disabled={!aboveGround}
          onChange={(value) => {
            if (typeof value === "number") brush.set({ height: value })
          }}
        />
      </div>
      <Tooltip label={keyed("newArea", t("bitmap.newHint"))}>
        <Button
          size="compact-xs"
          variant="default"
          disabled={selected.size === 0}
          onClick={() => points.editor.select(none)}
        >
          {t("bitmap.new")}
        </Button>
      </Tooltip>
      <Tooltip label={keyed("merge", t("bitmap.mergeHint"))}>
        <Button
          size="compact-xs"
          variant="default"
          disabled={!points.merges}
          onClick={() => points.mergeSelected()}
        >
          {t("bitmap.merge")}
        </Button>
      </Tooltip>
    </div>
  )
}
