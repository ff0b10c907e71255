/** What the bars above painted images and painted clouds share. */
// Loaded with the workbench: the other pages have no sliders.
import "@mantine/core/styles/Slider.css"
import { Button, Slider, Switch, Tooltip } from "@mantine/core"
import type { TFunction } from "i18next"
import { useTranslation } from "react-i18next"
import type { CommandName } from "../../model/keys/commands.ts"
import { type Keymap, keysOf } from "../../model/keys/keymap.ts"
import { keyText } from "../tools/keyText.ts"
import classes from "./bitmap.module.css"

/** What a control does, with the key that does the same. */
export const keyedHint = (
  keymap: Keymap,
  command: CommandName,
  hint: string,
  t: TFunction<"workbench">,
): string => `${hint} · ${keyText(keysOf(keymap, command), t)}`

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
  readonly keymap: Keymap
  readonly overwrites: boolean
  readonly onChange: (overwrites: boolean) => void
}

export const OverwriteSwitch = ({ keymap, onChange, overwrites }: OverwriteSwitchProps) => {
  const { t } = useTranslation("workbench")
  return (
    <Tooltip label={keyedHint(keymap, "overwrite", t("bitmap.overwriteHint"), t)}>
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
  readonly keymap: Keymap
  /** Begins another object; undefined where none is selected. */
  readonly onNew: (() => void) | undefined
  /** Merges the selected objects; undefined where they cannot be merged. */
  readonly onMerge: (() => void) | undefined
}

export const ObjectButtons = ({ keymap, onMerge, onNew }: ObjectButtonsProps) => {
  const { t } = useTranslation("workbench")
  return (
    <>
      <Tooltip label={keyedHint(keymap, "newArea", t("bitmap.newHint"), t)}>
        <Button size="compact-xs" variant="default" disabled={onNew === undefined} onClick={onNew}>
          {t("bitmap.new")}
        </Button>
      </Tooltip>
      <Tooltip label={keyedHint(keymap, "merge", t("bitmap.mergeHint"), t)}>
        <Button size="compact-xs" variant="default" disabled={onMerge === undefined} onClick={onMerge}>
          {t("bitmap.merge")}
        </Button>
      </Tooltip>
    </>
  )
}
