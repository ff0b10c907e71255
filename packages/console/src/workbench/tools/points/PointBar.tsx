/** Sets how the tools of points work, above the cloud: the width of the brush, and which points are painted. */
import { NumberInput, Switch, Tooltip } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { findNumberSeparators } from "../../../ui/numberSeparators.ts"
import { useEditor, useStore } from "../../editor/useStore.ts"
import { useKeyHint } from "../../input/keys/useKeymap.ts"
import bar from "../paint/bitmap.module.css"
import { ObjectButtons, OverwriteSwitch, WidthSlider } from "../paint/paintControls.tsx"
import type { PointPainter } from "./PointPainter.ts"

interface PointBarProps {
  readonly painter: PointPainter
}

export const PointBar = ({ painter }: PointBarProps) => {
  const hint = useKeyHint()
  const { i18n, t } = useTranslation("workbench")
  const { brush, points } = painter
  const { aboveGround, height, overwrites, width } = useStore(brush)
  const { readOnly, selected } = useEditor(points.editor)
  if (readOnly) return null
  return (
    <div className={bar.bar} role="toolbar" aria-label={t("points.label")}>
      <WidthSlider
        name={t("bitmap.brush")}
        width={width}
        limits={brush.widths}
        onChange={(width) => brush.change({ width })}
      />
      <OverwriteSwitch overwrites={overwrites} onChange={(overwrites) => brush.change({ overwrites })} />
      <div className={bar.range}>
        <Tooltip label={hint(t("points.aboveHint"), "aboveGround")}>
          <Switch
            size="xs"
            label={t("points.above")}
            checked={aboveGround}
            onChange={({ currentTarget }) => brush.change({ aboveGround: currentTarget.checked })}
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
          decimalSeparator={findNumberSeparators(i18n.language).decimalSeparator}
          suffix=" m"
          disabled={!aboveGround}
          onChange={(value) => {
            if (typeof value === "number") brush.change({ height: value })
          }}
        />
      </div>
      <ObjectButtons begins={selected.size > 0} merges={points.merges} />
    </div>
  )
}
