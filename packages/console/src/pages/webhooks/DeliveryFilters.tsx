/** The filters of a list of deliveries. They stand in the address, so that a filtered list can be sent to somebody. */
import { Button, Group, TextInput } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { useApi } from "../../app/Surroundings.ts"
import { FilterText } from "../../ui/FilterText.tsx"
import { ManySelect } from "../../ui/ManySelect.tsx"
import { makeEventTypesQuery } from "./calls.ts"
import {
  type DeliverySearch,
  deliveryStates,
  isFiltered,
  readDeliverySearch,
  statusClasses,
} from "./search.ts"

interface DeliveryFiltersProps {
  readonly search: DeliverySearch
  readonly onChange: (search: DeliverySearch) => void
}

export const DeliveryFilters = ({ onChange, search }: DeliveryFiltersProps) => {
  const { t } = useTranslation("webhooks")
  const { data: types = [] } = useQuery(makeEventTypesQuery(useApi()))
  const set = (key: keyof DeliverySearch, value: unknown) =>
    onChange(readDeliverySearch({ ...search, sel: undefined, [key]: value }))
  return (
    <Group gap="xs" align="flex-end" role="search" aria-label={t("filters.label")}>
      <ManySelect
        empty={t("filters.any")}
        label={t("filters.state")}
        w={220}
        clearable
        data={deliveryStates.map((state) => ({ value: state, label: t(`deliveryState.${state}`) }))}
        value={search.state ?? []}
        onChange={(value) => set("state", value)}
      />
      <ManySelect
        empty={t("filters.any")}
        label={t("filters.event")}
        w={240}
        clearable
        searchable
        data={types.map((type) => type.event_type)}
        value={search.event ?? []}
        onChange={(value) => set("event", value)}
      />
      <ManySelect
        empty={t("filters.any")}
        label={t("filters.code")}
        w={180}
        clearable
        data={statusClasses.map((one) => ({
          value: one,
          label: one === "none" ? t("filters.noAnswer") : one,
        }))}
        value={search.code ?? []}
        onChange={(value) => set("code", value)}
      />
      <FilterText
        label={t("filters.dataset")}
        placeholder="owner/name"
        width={180}
        value={search.dataset}
        onCommit={(value) => set("dataset", value)}
      />
      <TextInput
        type="date"
        label={t("filters.from")}
        value={search.from ?? ""}
        onChange={({ currentTarget }) => set("from", currentTarget.value)}
      />
      <TextInput
        type="date"
        label={t("filters.to")}
        value={search.to ?? ""}
        onChange={({ currentTarget }) => set("to", currentTarget.value)}
      />
      {isFiltered(search) ? (
        <Button
          variant="subtle"
          onClick={() => onChange(search.owner === undefined ? {} : { owner: search.owner })}
        >
          {t("filters.clear")}
        </Button>
      ) : null}
    </Group>
  )
}
