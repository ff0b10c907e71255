/** Sets how images and objects are drawn. */
import "@mantine/core/styles/Slider.css"
import { Button, SegmentedControl, Slider, Switch } from "@mantine/core"
import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { useStore } from "../editor/useStore.ts"
import { useKeyHint } from "../input/keys/useKeymap.ts"
import {
  type DisplayNumber,
  defaultDisplay,
  displayLimits,
  displayNumbers,
  displayStore,
  nameChoices,
} from "./DisplaySettings.ts"
import classes from "./display.module.css"

interface DisplayPanelProps {
  /** Whether an image is shown: a point cloud has its own settings beside the names. */
  readonly hasImage: boolean
}

export const DisplayPanel = ({ hasImage }: DisplayPanelProps) => {
  const { t } = useTranslation("workbench")
  const hint = useKeyHint()
  const settings = useStore(displayStore)
  const panel = useRef<HTMLDivElement>(null)
  // It is loaded when it is opened: the keys go on from here.
  useEffect(() => panel.current?.focus(), [])
  return (
    <div ref={panel} tabIndex={-1} className={classes.panel}>
      <div className={classes.row}>
        <span id="display-names">{hint(t("display.names"), "names")}</span>
        <SegmentedControl
          size="xs"
          aria-labelledby="display-names"
          value={settings.names}
          data={nameChoices.map((value) => ({ value, label: t(`display.nameChoices.${value}`) }))}
          onChange={(value) => {
            const names = nameChoices.find((choice) => choice === value)
            if (names !== undefined) displayStore.update({ names })
          }}
        />
      </div>
      {hasImage ? (
        <>
          {displayNumbers.map((name) => (
            <NumberRow key={name} name={name} value={settings[name]} />
          ))}
          <Switch
            size="xs"
            label={hint(t("display.crosshair"), "crosshair")}
            checked={settings.crosshair}
            onChange={({ currentTarget }) => displayStore.update({ crosshair: currentTarget.checked })}
          />
          <Switch
            size="xs"
            label={hint(t("display.grid"), "imageGrid")}
            checked={settings.grid}
            onChange={({ currentTarget }) => displayStore.update({ grid: currentTarget.checked })}
          />
        </>
      ) : null}
      <Button size="compact-xs" variant="default" onClick={() => displayStore.update(defaultDisplay)}>
        {t("display.reset")}
      </Button>
    </div>
  )
}

const NumberRow = ({ name, value }: { readonly name: DisplayNumber; readonly value: number }) => {
  const { i18n, t } = useTranslation("workbench")
  const { max, min, step } = displayLimits[name]
  const text = t(`display.${name}`)
  return (
    <div className={classes.row}>
      <span aria-hidden="true">{text}</span>
      <Slider
        size="sm"
        w={120}
        thumbLabel={text}
        label={null}
        min={min}
        max={max}
        step={step}
        value={value}
        onChange={(next) => displayStore.update({ [name]: next })}
      />
      <span className={classes.value}>
        {new Intl.NumberFormat(i18n.language, name === "outline" ? {} : { style: "percent" }).format(value)}
      </span>
    </div>
  )
}
