/** Shows what the bars above painted images and painted clouds share. */
// Loaded with the workbench: the other pages have no sliders.
import "@mantine/core/styles/Slider.css"
import { Button, Slider, Switch, Tooltip } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { useRunCommand } from "../../commands/CommandContext.ts"
import { useKeyHint } from "../../input/keys/useKeymap.ts"
import classes from "./bitmap.module.css"

interface WidthSliderProps {
  readonly name: string
  /** In pixels. */
  readonly width: number
  readonly limits: { readonly least: number; readonly most: number }
  readonly onChange: (width: number) => void
}

/** The width of a brush. The slider moves by the logarithm: one pixel more matters to a small brush alone. */
export const WidthSlider = ({ limits, name, onChange, width }: WidthSliderProps) => {
  const { t } = useTranslation("workbench")
  return (
    <div className={classes.range}>
      <span aria-hidden="true">{name}</span>
      <Slider
        className={classes.slider}
        size="sm"
        thumbLabel={t("bitmap.width")}
        label={null}
        min={Math.log2(limits.least)}
        max={Math.log2(limits.most)}
        step={0.05}
        value={Math.log2(width)}
        onChange={(value) => onChange(2 ** value)}
      />
      <span className={classes.value}>{t("bitmap.pixels", { count: width })}</span>
    </div>
  )
}

interface OverwriteSwitchProps {
  readonly overwrites: boolean
  readonly onChange: (overwrites: boolean) => void
}

export const OverwriteSwitch = ({ onChange, overwrites }: OverwriteSwitchProps) => {
  const { t } = useTranslation("workbench")
  const hint = useKeyHint()
  return (
    <Tooltip label={hint(t("bitmap.overwriteHint"), "overwrite")}>
      <Switch
        size="xs"
        label={t("bitmap.overwrite")}
        checked={overwrites}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </Tooltip>
  )
}

interface ObjectButtonsProps {
  /** Another object can be begun: one is selected. */
  readonly begins: boolean
  /** The selected objects can be merged. */
  readonly merges: boolean
}

export const ObjectButtons = ({ begins, merges }: ObjectButtonsProps) => {
  const { t } = useTranslation("workbench")
  const hint = useKeyHint()
  const run = useRunCommand()
  return (
    <>
      <Tooltip label={hint(t("bitmap.newHint"), "newArea")}>
        <Button size="compact-xs" variant="default" disabled={!begins} onClick={() => run("newArea")}>
          {t("bitmap.new")}
        </Button>
      </Tooltip>
      <Tooltip label={hint(t("bitmap.mergeHint"), "merge")}>
        <Button size="compact-xs" variant="default" disabled={!merges} onClick={() => run("merge")}>
          {t("bitmap.merge")}
        </Button>
      </Tooltip>
    </>
  )
}
