/** Sets how the points are drawn: their color, its scale, their size and opacity, and the grid. */
import "@mantine/core/styles/Slider.css"
import { Button, Checkbox, NumberInput, SegmentedControl, Slider, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { findNumberSeparators } from "../../../ui/numberSeparators.ts"
import { maxNeighbors } from "../../clouds/neighbors.ts"
import { useStore } from "../../editor/useStore.ts"
import { getReadyCloud, useCloudParts } from "./CloudParts.ts"
import { computeColorRange } from "./CloudView.ts"
import classes from "./cloud.module.css"
import type { Coloring } from "./scene/PointLayer.ts"

interface ViewBarProps {
  /** Whether the sample has images of cameras. */
  readonly hasCameras: boolean
}

export const ViewBar = ({ hasCameras }: ViewBarProps) => {
  const parts = useCloudParts()
  const { count, view } = parts
  const cloud = getReadyCloud(parts)
  const { t } = useTranslation("workbench")
  const settings = useStore(view.settings)
  const { coloring } = settings
  const updateSettings = (by: Partial<typeof settings>) => view.settings.update((now) => ({ ...now, ...by }))
  const offered: ReadonlyArray<Coloring> = [
    "height",
    ...(cloud?.intensities === undefined ? [] : (["intensity"] as const)),
    ...(cloud?.hasColors ? (["rgb"] as const) : []),
    "category",
  ]
  return (
    <div className={classes.bar} role="toolbar" aria-label={t("cloud.view")}>
      <SegmentedControl
        size="xs"
        aria-label={t("cloud.color")}
        value={offered.includes(coloring) ? coloring : "height"}
        data={offered.map((value) => ({ value, label: t(`cloud.colorings.${value}`) }))}
        onChange={(value) => {
          const chosen = offered.find((one) => one === value)
          if (chosen !== undefined) updateSettings({ coloring: chosen, range: {} })
        }}
      />
      {coloring === "height" || coloring === "intensity" ? <Scale /> : null}
      <Labeled name={t("cloud.pointSize")}>
        <Slider
          size="xs"
          w={44}
          min={1}
          max={12}
          label={null}
          thumbLabel={t("cloud.pointSize")}
          value={settings.pointSize}
          onChange={(pointSize) => updateSettings({ pointSize })}
        />
      </Labeled>
      <Labeled name={t("cloud.opacity")}>
        <Slider
          size="xs"
          w={44}
          min={0.1}
          max={1}
          step={0.1}
          label={null}
          thumbLabel={t("cloud.opacity")}
          value={settings.opacity}
          onChange={(opacity) => updateSettings({ opacity })}
        />
      </Labeled>
      <Checkbox
        size="xs"
        label={t("cloud.grid")}
        checked={settings.grid}
        onChange={({ currentTarget }) => updateSettings({ grid: currentTarget.checked })}
      />
      {count > 1 ? <NeighborChoice /> : null}
      {hasCameras ? <CameraChoice /> : null}
      <Button size="compact-xs" variant="default" onClick={() => view.fit()}>
        {t("commands.birdsEye")}
      </Button>
    </div>
  )
}

const Labeled = ({ children, name }: { readonly name: string; readonly children: React.ReactNode }) => (
  <span className={classes.labeled}>
    <Text size="xs" component="span">
      {name}
    </Text>
    {children}
  </span>
)

/** Whether the images of the cameras are shown, and whether the points are drawn in them. */
const CameraChoice = () => {
  const { view } = useCloudParts()
  const { t } = useTranslation("workbench")
  const { points, shown } = useStore(view.cameras)
  return (
    <>
      <Checkbox
        size="xs"
        label={t("cloud.cameras.show")}
        checked={shown}
        onChange={({ currentTarget: { checked } }) =>
          view.cameras.update((now) => ({ ...now, shown: checked }))
        }
      />
      {shown ? (
        <Checkbox
          size="xs"
          label={t("cloud.cameras.points")}
          aria-label={t("cloud.cameras.pointsLabel")}
          checked={points}
          onChange={({ currentTarget: { checked } }) =>
            view.cameras.update((now) => ({ ...now, points: checked }))
          }
        />
      ) : null}
    </>
  )
}

/** Sets how many frames to each side are drawn around the shown one. */
const NeighborChoice = () => {
  const { view } = useCloudParts()
  const { t } = useTranslation("workbench")
  const { neighbors } = useStore(view.settings)
  return (
    <Labeled name={t("cloud.neighbors.short")}>
      <SegmentedControl
        size="xs"
        aria-label={t("cloud.neighbors.label")}
        value={String(neighbors)}
        data={Array.from({ length: maxNeighbors + 1 }, (_, count) => String(count))}
        onChange={(value) => view.setNeighbors(Number(value))}
      />
    </Labeled>
  )
}

/** The ends of the color scale. An empty field takes that of the cloud. */
const Scale = () => {
  const parts = useCloudParts()
  const { view } = parts
  const cloud = getReadyCloud(parts)
  const { i18n, t } = useTranslation("workbench")
  const settings = useStore(view.settings)
  const range = computeColorRange(cloud, settings)
  const isHeight = settings.coloring === "height"
  return (
    <span className={classes.labeled}>
      {(["min", "max"] as const).map((end) => (
        <NumberInput
          key={end}
          size="xs"
          w={68}
          aria-label={t(`cloud.scale.${end}`)}
          title={t(`cloud.scale.${end}`)}
          {...(isHeight ? { suffix: " m" } : {})}
          placeholder={t(`cloud.scale.${end}`)}
          value={Math.round(range[end] * 10) / 10}
          decimalScale={1}
          decimalSeparator={findNumberSeparators(i18n.language).decimalSeparator}
          hideControls
          onChange={(value) =>
            view.settings.update((now) => {
              const { [end]: _, ...rest } = now.range
              return { ...now, range: typeof value === "number" ? { ...now.range, [end]: value } : rest }
            })
          }
        />
      ))}
    </span>
  )
}
