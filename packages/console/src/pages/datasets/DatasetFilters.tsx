/** The filters of the list of datasets. They stand in the address, so that a filtered list can be sent to somebody. */
import { Button, Group, NativeSelect, TextInput } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { type DatasetsSearch, datasetsSearch, filtersOf, isFiltered, roles } from "./search.ts"

interface DatasetFiltersProps {
  readonly search: DatasetsSearch
  readonly onChange: (search: DatasetsSearch) => void
}

export const DatasetFilters = ({ onChange, search }: DatasetFiltersProps) => {
  const { t } = useTranslation("datasets")
  const set = (key: "q" | "owner" | "role", value: string) => {
    if ((search[key] ?? "") !== value) onChange(datasetsSearch({ ...filtersOf(search), [key]: value }))
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

interface FilterTextProps {
  readonly label: string
  readonly value: string
  readonly onCommit: (value: string) => void
}

/** Takes effect with Enter, or when it is left. */
const FilterText = ({ label, onCommit, value }: FilterTextProps) => {
  const [typed, setTyped] = useState(value)
  const [before, setBefore] = useState(value)
  // The address has changed by a link or the button that clears it.
  if (before !== value) {
    setBefore(value)
    setTyped(value)
  }
  return (
    <TextInput
      label={label}
      w={200}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={() => onCommit(typed.trim())}
      onKeyDown={({ key }) => (key === "Enter" ? onCommit(typed.trim()) : undefined)}
    />
  )
}
