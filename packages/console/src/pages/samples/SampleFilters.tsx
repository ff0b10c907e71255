/** The filters of the list of samples. They stand in the address, so that a filtered list can be sent to somebody. */
import { Autocomplete, Button, Group, TextInput } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import type { KeyboardEvent } from "react"
import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { statuses } from "../../api/statuses.ts"
import { isKey } from "../../ui/isKey.ts"
import { ChoiceFilter } from "./ChoiceFilter.tsx"
import { makePeopleQuery } from "./calls.ts"
import { isMetadataFilter, overlapStates, parseNumber, sampleFilters } from "./filters.ts"
import classes from "./samples.module.css"
import { isFiltered, type SampleSearch, sampleSearch } from "./search.ts"

interface SampleFiltersProps {
  readonly path: DatasetPath
  readonly search: SampleSearch
  /** Managers see who can be assigned. */
  readonly knowsPeople: boolean
  /** Reviewers of a dataset with overlap see the states of its samples. */
  readonly knowsOverlap: boolean
  readonly onChange: (search: SampleSearch) => void
  /** Stands at the end of the row. */
  readonly children: ReactNode
}

export const SampleFilters = ({
  children,
  knowsOverlap,
  knowsPeople,
  onChange,
  path,
  search,
}: SampleFiltersProps) => {
  const { t } = useTranslation("samples")
  const { data: people = [] } = useQuery({ ...makePeopleQuery(path), enabled: knowsPeople })
  const set = (key: keyof SampleSearch, value: unknown) => {
    if (JSON.stringify(search[key] ?? "") === JSON.stringify(value)) return
    onChange(sampleSearch({ ...search, part: undefined, [key]: value }))
  }
  const renderField = ({ key, kind }: (typeof sampleFilters)[number]) => {
    const field = {
      label: t(`filters.${key}`),
      value: search[key]?.toString(),
      onCommit: (value: unknown) => set(key, value),
    }
    switch (kind) {
      case "statuses":
        return (
          <ChoiceFilter
            key={key}
            label={field.label}
            choices={statuses}
            value={search[key] ?? []}
            format={(status) => t(`status.${status}`)}
            onChange={field.onCommit}
          />
        )
      case "states":
        return knowsOverlap || search[key] !== undefined ? (
          <ChoiceFilter
            key={key}
            label={field.label}
            choices={overlapStates}
            value={search[key] ?? []}
            format={(state) => t(`filters.overlapStates.${state}`)}
            onChange={field.onCommit}
          />
        ) : null
      case "search":
        return (
          <FilterText
            key={key}
            {...field}
            className={classes.search}
            placeholder={t("filters.searchExample")}
          />
        )
      case "text":
        return <FilterText key={key} {...field} />
      case "person":
        return <FilterText key={key} {...field} people={people} />
      case "number":
        return (
          <FilterText
            key={key}
            {...field}
            className={classes.number}
            refusal={(value) => (parseNumber(value) === undefined ? t("filters.numberForm") : undefined)}
            onCommit={(value) => set(key, parseNumber(value))}
          />
        )
      case "metadata":
        return (
          <FilterText
            key={key}
            {...field}
            placeholder="key:value"
            refusal={(value) => (isMetadataFilter(value) ? undefined : t("filters.metadataForm"))}
          />
        )
    }
  }
  return (
    <Group gap="xs" align="flex-end" role="search" aria-label={t("filters.label")}>
      {sampleFilters.map(renderField)}
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
