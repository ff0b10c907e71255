/** A list of deliveries with its filters, and the drawer of one of them: across endpoints, or of one endpoint. */
import { Skeleton, Stack, Text } from "@mantine/core"
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { useApi } from "../../app/Surroundings.ts"
import { MoreButton } from "../../ui/MoreButton.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { BulkActions } from "./BulkActions.tsx"
import { makeDeliveriesQuery, makeEndpointsQuery } from "./calls.ts"
import { DeliveryDrawer } from "./DeliveryDrawer.tsx"
import { DeliveryFilters } from "./DeliveryFilters.tsx"
import { DeliveryTable } from "./DeliveryTable.tsx"
import { type DeliverySearch, isFiltered } from "./search.ts"

interface DeliveryListProps {
  readonly search: DeliverySearch
  /** Of this endpoint alone. */
  readonly endpoint?: string
  readonly onChange: (search: DeliverySearch) => void
}

export const DeliveryList = ({ endpoint, onChange, search }: DeliveryListProps) => {
  const { t } = useTranslation("webhooks")
  const api = useApi()
  const deliveryPages = useInfiniteQuery(makeDeliveriesQuery(api, endpoint, search))
  const endpoints = useQuery({ ...makeEndpointsQuery(api, search.owner), enabled: endpoint === undefined })
  const deliveries = deliveryPages.data
  const { sel, ...closed } = search
  return (
    <Stack gap="md">
      <DeliveryFilters search={search} onChange={onChange} />
      {endpoint === undefined ? null : <BulkActions endpoint={endpoint} search={search} />}
      {deliveryPages.isError ? (
        <ProblemPanel error={deliveryPages.error} onRetry={() => deliveryPages.refetch()} />
      ) : deliveries === undefined ? (
        <Skeleton height={320} />
      ) : deliveries.length === 0 && !deliveryPages.hasNextPage ? (
        <Text c="dimmed">{isFiltered(search) ? t("deliveries.noMatch") : t("deliveries.none")}</Text>
      ) : (
        <DeliveryTable
          deliveries={deliveries}
          endpoints={endpoint === undefined ? endpoints.data : undefined}
          selected={sel}
          onSelect={(uuid) => onChange({ ...search, sel: uuid })}
        />
      )}
      <MoreButton list={deliveryPages} />
      <DeliveryDrawer owner={search.owner} delivery={sel} onClose={() => onChange(closed)} />
    </Stack>
  )
}
