/**
 * Limits a claim by the number of requests in flight. The more is in flight, the less a claim
 * takes per endpoint, so that endpoints that do not respond share the capacity and never fill it. The last
 * quarter is reserved for healthy endpoints: deliveries of the others are late retries, and first attempts must
 * not wait behind them.
 */
import type { DeliveryClaimRequest } from "@annotary/core/effect"
import type { DispatchSettings } from "./DispatchSettings.ts"

export type ClaimBudget = Pick<DeliveryClaimRequest, "limit" | "inFlight" | "wellOnly">

const reservedShare = 0.25

/** Returns undefined when there is no capacity. */
export const claimBudget = (
  { ahead, capacity, claim }: Pick<DispatchSettings, "ahead" | "capacity" | "claim">,
  current: number,
): ClaimBudget | undefined => {
  const free = capacity - current
  if (free <= 0) return undefined
  const reserved = Math.floor(capacity * reservedShare)
  const wellOnly = free <= reserved
  return {
    limit: Math.min(claim, wellOnly ? free : free - reserved),
    inFlight: Math.max(1, Math.ceil((ahead * free) / capacity)),
    wellOnly,
  }
}
