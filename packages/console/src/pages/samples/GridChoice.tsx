/** The order of the grid, which has no headers, and the size of its pictures. */
import { NativeSelect, SegmentedControl } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { type SampleSearch, sorts } from "./search.ts"
import { type TileSize, tileSizes, useView } from "./view.ts"

interface GridChoiceProps {
  readonly search: SampleSearch
  readonly onChange: (search: SampleSearch) => void
}

export const GridChoice = ({ onChange, search }: GridChoiceProps) => {
  const { t } = useTranslation("samples")
  const { choose, size } = useView()
  const { part: _, sort, ...rest } = search
  return (
    <>
      <NativeSelect
        aria-label={t("view.order")}
        // Without one, the API sorts by names.
        value={sort ?? "name"}
        data={sorts.map((value) => ({ value, label: t(`view.sorts.${value}`) }))}
        onChange={({ currentTarget: { value } }) => {
          const next = sorts.find((one) => one === value)
          onChange(next === undefined ? rest : { ...rest, sort: next })
        }}
      />
      <SegmentedControl<TileSize>
        aria-label={t("view.size")}
        value={size}
        data={tileSizes.map((value) => ({ value, label: t(`view.sizes.${value}`) }))}
        onChange={(next) => choose({ size: next })}
      />
    </>
  )
}
