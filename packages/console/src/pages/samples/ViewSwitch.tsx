/** Switches between the table and the grid of samples. */
import { SegmentedControl } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { useView, type View, views } from "./view.ts"

export const ViewSwitch = () => {
  const { t } = useTranslation("samples")
  const { choose, view } = useView()
  return (
    <SegmentedControl<View>
      aria-label={t("view.label")}
      value={view}
      data={views.map((value) => ({ value, label: t(`view.${value}`) }))}
      onChange={(next) => choose({ view: next })}
    />
  )
}
