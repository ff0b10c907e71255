/** The deliveries to all endpoints of an account. */
import { Stack } from "@mantine/core"
import { getRouteApi } from "@tanstack/react-router"
import { DeliveryList } from "./DeliveryList.tsx"
import { Frame } from "./Frame.tsx"
import type { DeliverySearch } from "./search.ts"

const route = getRouteApi("/signed-in/webhooks/deliveries")

export const DeliveriesPage = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const openSearch = (next: DeliverySearch) => navigate({ search: next })
  return (
    <Frame owner={search.owner} tab="deliveries">
      <Stack gap="md">
        <DeliveryList search={search} onChange={openSearch} />
      </Stack>
    </Frame>
  )
}
