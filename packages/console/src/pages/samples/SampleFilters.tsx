/** The filters of the list of samples. They stand in the address, so that a filtered list can be sent to somebody. */
import { Autocomplete, Button, Group, NumberInput, TextInput } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { ManySelect } from "../../ui/ManySelect.tsx"
import { peopleQuery } from "./calls.ts"
import { isFiltered, isMetadataFilter, type SampleSearch, sampleSearch, statuses } from "./search.ts"

interface SampleFiltersProps {
  readonly path: DatasetPath
  readonly search: SampleSearch
  /** Managers see who can be assigned. */
  readonly knowsPeople: boolean
  readonly onChange: (search: SampleSearch) => void
  /** Stands at the end of the row. */
  readonly children: ReactNode
}

export const SampleFilters = ({ children, knowsPeople, onChange, path, search }: SampleFiltersProps) => {
  const { t } = useTranslation("samples")
  const { data: people = [] } = useQuery({ ...peopleQuery(path), enabled: knowsPeople })
  const set = (key: keyof SampleSearch, value: unknown) => {
    if (JSON.stringify(search[key] ?? "") === JSON.stringify(value)) return
    onChange(sampleSearch({ ...search, part: undefined, [key]: value }))
  }
  return (
    <Group gap="xs" align="flex-end" role="search" aria-label={t("filters.label")}>
      <FilterText label={t("filters.name")} value={search.name} onCommit={(value) => set("name", value)} />
      <ManySelect
        empty={t("filters.any")}
        label={t("filters.status")}
        w={164}
        clearable
        data={statuses.map((status) => ({ value: status, label: t(`status.${status}`) }))}
        value={search.status ?? []}
        onChange={(value) => set("status", value)}
      />
      <FilterText
        label={t("filters.labeler")}
        value={search.labeler}
        people={people}
        onCommit={(value) => set("labeler", value)}
      />
      <FilterText
        label={t("filters.reviewer")}
        value={search.reviewer}
        people={people}
        onCommit={(value) => set("reviewer", value)}
      />
      <FilterNumber label={t("filters.min")} value={search.min} onCommit={(value) => set("min", value)} />
      <FilterNumber label={t("filters.max")} value={search.max} onCommit={(value) => set("max", value)} />
      <FilterText
        label={t("filters.metadata")}
        placeholder="key:value"
        value={search.meta}
        refusal={(value) => (isMetadataFilter(value) ? undefined : t("filters.metadataForm"))}
        onCommit={(value) => set("meta", value)}
      />
      {isFiltered(search) ? (
        <Button
          variant="subtle"
          onClick={() => onChange(search.sort === undefined ? {} : { sort: search.sort })}
        >
          {t("filters.clear")}
        </Button>
      ) : null}
      {children}
    </Group>
  )
}

interface FilterTextProps {
  readonly label: string
  readonly value: string | undefined
  readonly placeholder?: string
  readonly people?: ReadonlyArray<string>
  /** Why a text is no filter. */
  readonly refusal?: (value: string) => string | undefined
  readonly onCommit: (value: string) => void
}

/** A text that filters with Enter, or when one leaves it. */
const FilterText = ({ label, onCommit, people, placeholder, refusal, value = "" }: FilterTextProps) => {
  const [error, setError] = useState<string>()
  const [typed, setTyped] = useState(value)
  const [before, setBefore] = useState(value)
  // The address has changed by a link or the button that clears it.
  if (before !== value) {
    setBefore(value)
    setTyped(value)
  }
  const commit = (typed: string) => {
    const refused = typed === "" ? undefined : refusal?.(typed)
    setError(refused)
    if (refused === undefined) onCommit(typed)
  }
  const common = {
    label,
    error,
    w: 136,
    value: typed,
    ...(placeholder === undefined ? {} : { placeholder }),
    onBlur: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      commit(currentTarget.value.trim()),
    onKeyDown: ({
      currentTarget,
      key,
    }: {
      readonly currentTarget: HTMLInputElement
      readonly key: string
    }) => {
      if (key === "Enter") commit(currentTarget.value.trim())
    },
  }
  return people === undefined ? (
    <TextInput {...common} onChange={({ currentTarget }) => setTyped(currentTarget.value)} />
  ) : (
    <Autocomplete {...common} data={[...people]} onChange={setTyped} onOptionSubmit={commit} />
  )
}

interface FilterNumberProps {
  readonly label: string
  readonly value: number | undefined
  readonly onCommit: (value: number | undefined) => void
}

const FilterNumber = ({ label, onCommit, value }: FilterNumberProps) => {
  const [typed, setTyped] = useState<string | number>(value ?? "")
  const [before, setBefore] = useState(value)
  if (before !== value) {
    setBefore(value)
    setTyped(value ?? "")
  }
  const commit = () => onCommit(typeof typed === "number" ? typed : undefined)
  return (
    <NumberInput
      label={label}
      w={100}
      hideControls
      value={typed}
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === "Enter") commit()
      }}
    />
  )
}
