/**
 * How much a claim may ask for, by what is in hand already. The fuller the hands, the less of each endpoint: those that do not
 * answer share what there is, and never fill it. And the last quarter is for endpoints that are well: what is due to the others
 * are late retries, and first attempts must not wait behind them.
 */
import type { ClaimAsk } from "../ports/claims.ts"
import type { DispatchSettings } from "./DispatchSettings.ts"

export type Room = Pick<ClaimAsk, "limit" | "inFlight" | "wellOnly">

const reservedShare = 0.25

/** Undefined: there is none. */
export const roomBeside = (
  { ahead, capacity, claim }: Pick<DispatchSettings, "ahead" | "capacity" | "claim">,
  inHand: number,
): Room | undefined => {
  const free = capacity - inHand
  if (free <= 0) return undefined
  const reserved = Math.floor(capacity * reservedShare)
  const wellOnly = free <= reserved
  return {
    limit: Math.min(claim, wellOnly ? free : free - reserved),
    inFlight: Math.max(1, Math.ceil((ahead * free) / capacity)),
    wellOnly,
  }
}
