/** The state of a delivery, and when it is tried next: one that is retried looks other than one that was given up. */
import { useTranslation } from "react-i18next"
import { StateBadge } from "../../ui/StateBadge.tsx"
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
    <StateBadge color={colors[state]} at={state === "retrying" ? delivery.next_attempt_at : null}>
      {t(`deliveryState.${state}`)}
    </StateBadge>
  )
}
