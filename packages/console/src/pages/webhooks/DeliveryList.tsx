/** A list of deliveries with its filters, and the drawer of one of them: across endpoints, or of one endpoint. */
import { Button, Skeleton, Stack, Text } from "@mantine/core"
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { useApi } from "../../app/Surroundings.ts"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { BulkActions } from "./BulkActions.tsx"
import { deliveriesQuery, endpointsQuery } from "./calls.ts"
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
  const found = useInfiniteQuery(deliveriesQuery(api, endpoint, search))
  const endpoints = useQuery({ ...endpointsQuery(api, search.owner), enabled: endpoint === undefined })
  const deliveries = found.data?.pages.flatMap(({ items }) => items)
  const { sel, ...closed } = search
  return (
    <Stack gap="md">
      <DeliveryFilters search={search} onChange={onChange} />
      {endpoint === undefined ? null : <BulkActions endpoint={endpoint} search={search} />}
      {found.isError ? (
        <ProblemPanel error={found.error} onRetry={() => found.refetch()} />
      ) : deliveries === undefined ? (
        <Skeleton height={320} />
      ) : deliveries.length === 0 && !found.hasNextPage ? (
        <Text c="dimmed">{isFiltered(search) ? t("deliveries.noMatch") : t("deliveries.none")}</Text>
      ) : (
        <DeliveryTable
          deliveries={deliveries}
          endpoints={endpoint === undefined ? endpoints.data : undefined}
          selected={sel}
          onSelect={(uuid) => onChange({ ...search, sel: uuid })}
        />
      )}
      {found.hasNextPage ? (
        <Button
          variant="default"
          w="fit-content"
          loading={found.isFetchingNextPage}
          onClick={() => found.fetchNextPage()}
        >
          {t("deliveries.more")}
        </Button>
      ) : null}
      <DeliveryDrawer owner={search.owner} delivery={sel} onClose={() => onChange(closed)} />
    </Stack>
  )
}
