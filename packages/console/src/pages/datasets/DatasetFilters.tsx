/** The filters of the list of datasets. They stand in the address, so that a filtered list can be sent to somebody. */
import { Button, Group, NativeSelect } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { FilterText } from "../../ui/FilterText.tsx"
import { type DatasetsSearch, isFiltered, pickFilters, readDatasetsSearch, roles } from "./search.ts"

interface DatasetFiltersProps {
  readonly search: DatasetsSearch
  readonly onChange: (search: DatasetsSearch) => void
}

export const DatasetFilters = ({ onChange, search }: DatasetFiltersProps) => {
  const { t } = useTranslation("datasets")
  const set = (key: "q" | "owner" | "role", value: string) => {
    if ((search[key] ?? "") !== value) onChange(readDatasetsSearch({ ...pickFilters(search), [key]: value }))
  }
  return (
    <Group gap="xs" align="flex-end" role="search" aria-label={t("filters.label")}>
      <FilterText label={t("filters.q")} value={search.q ?? ""} onCommit={(value) => set("q", value)} />
      <FilterText
        label={t("filters.owner")}
        value={search.owner ?? ""}
        onCommit={(value) => set("owner", value)}
      />
      <NativeSelect
        label={t("role")}
        w={160}
        value={search.role ?? ""}
        data={[
          { value: "", label: t("filters.anyRole") },
          ...roles.map((role) => ({ value: role, label: t(`roles.${role}`) })),
        ]}
        onChange={({ currentTarget }) => set("role", currentTarget.value)}
      />
      {isFiltered(search) ? (
        <Button variant="subtle" onClick={() => onChange({})}>
          {t("filters.clear")}
        </Button>
      ) : null}
    </Group>
  )
}
