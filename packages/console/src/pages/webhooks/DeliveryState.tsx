/** The state of a delivery, and when it is tried next: one that is retried looks other than one that was given up. */
import { Badge, Group, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { When } from "../../ui/When.tsx"
import type { Delivery } from "./calls.ts"

type Shown = Pick<Delivery, "attempts_count" | "next_attempt_at" | "state">

/** A waiting delivery that was tried before is retried. */
export const toShownState = ({ attempts_count: attempts, state }: Shown) =>
  state === "pending" && attempts > 0 ? "retrying" : state

const colors = {
  pending: "blue",
  retrying: "orange",
  held: "yellow",
  delivered: "teal",
  dead: "red",
  cancelled: "gray",
} as const

export const DeliveryState = ({ delivery }: { readonly delivery: Shown }) => {
  const { t } = useTranslation("webhooks")
  const state = toShownState(delivery)
  return (
    <Group gap={6} wrap="nowrap">
      <Badge color={colors[state]} variant="dot" tt="none">
        {t(`deliveryState.${state}`)}
      </Badge>
      {state === "retrying" && delivery.next_attempt_at !== null ? (
        <Text size="xs" c="dimmed">
          <When at={delivery.next_attempt_at} />
        </Text>
      ) : null}
    </Group>
  )
}
