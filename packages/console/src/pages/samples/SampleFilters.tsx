/** The filters of the list of samples. They stand in the address, so that a filtered list can be sent to somebody. */
import { Autocomplete, Button, Group, TextInput } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import type { KeyboardEvent } from "react"
import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { isKey } from "../../ui/isKey.ts"
import { makePeopleQuery } from "./calls.ts"
import { StatusFilter } from "./StatusFilter.tsx"
import classes from "./samples.module.css"
import { isFiltered, isMetadataFilter, parseNumber, type SampleSearch, sampleSearch } from "./search.ts"

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
  const { data: people = [] } = useQuery({ ...makePeopleQuery(path), enabled: knowsPeople })
  const set = (key: keyof SampleSearch, value: unknown) => {
    if (JSON.stringify(search[key] ?? "") === JSON.stringify(value)) return
    onChange(sampleSearch({ ...search, part: undefined, [key]: value }))
  }
  return (
    <Group gap="xs" align="flex-end" role="search" aria-label={t("filters.label")}>
      <FilterText label={t("filters.name")} value={search.name} onCommit={(value) => set("name", value)} />
      <StatusFilter value={search.status ?? []} onChange={(value) => set("status", value)} />
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
      {(["min", "max"] as const).map((bound) => (
        <FilterText
          key={bound}
          label={t(`filters.${bound}`)}
          className={classes.number}
          value={search[bound]?.toString()}
          refusal={(value) => (parseNumber(value) === undefined ? t("filters.numberForm") : undefined)}
          onCommit={(value) => set(bound, parseNumber(value))}
        />
      ))}
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
  readonly className?: string | undefined
  readonly people?: ReadonlyArray<string>
  /** Why a text is no filter. */
  readonly refusal?: (value: string) => string | undefined
  readonly onCommit: (value: string) => void
}

/** A text that filters with Enter, or when one leaves it. */
const FilterText = ({
  className = classes.filter,
  label,
  onCommit,
  people,
  placeholder,
  refusal,
  value = "",
}: FilterTextProps) => {
  const [error, setError] = useState<string>()
  const [typed, setTyped] = useState(value)
  const [before, setBefore] = useState(value)
  // The address has changed by a link or the button that clears it.
  if (before !== value) {
    setBefore(value)
    setTyped(value)
    setError(undefined)
  }
  const commit = (typed: string) => {
    const refused = typed === "" ? undefined : refusal?.(typed)
    setError(refused)
    if (refused === undefined) onCommit(typed)
  }
  const common = {
    label,
    error,
    className,
    value: typed,
    ...(placeholder === undefined ? {} : { placeholder }),
    onBlur: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      commit(currentTarget.value.trim()),
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      if (isKey(event, "Enter")) commit(event.currentTarget.value.trim())
    },
  }
  return people === undefined ? (
    <TextInput {...common} onChange={({ currentTarget }) => setTyped(currentTarget.value)} />
  ) : (
    <Autocomplete {...common} data={[...people]} onChange={setTyped} onOptionSubmit={commit} />
  )
}
