/** The state of an endpoint: a word, never colour alone, and since when. */
import { useTranslation } from "react-i18next"
import { StateBadge } from "../../ui/StateBadge.tsx"
import type { Endpoint } from "./calls.ts"

type Shown = Pick<Endpoint, "disabled_reason" | "enabled" | "failing_since" | "paused_until">

/** Finds what matters most about an endpoint at a time in milliseconds. */
export const findState = (endpoint: Shown, now: number) => {
  if (!endpoint.enabled) return endpoint.disabled_reason === "gone" ? "gone" : "disabled"
  if (endpoint.paused_until !== null && Date.parse(endpoint.paused_until) > now) return "paused"
  return endpoint.failing_since === null ? "enabled" : "failing"
}

const colors = { enabled: "teal", failing: "red", paused: "yellow", gone: "red", disabled: "gray" } as const

export const EndpointState = ({ endpoint }: { readonly endpoint: Shown }) => {
  const { t } = useTranslation("webhooks")
  const state = findState(endpoint, Date.now())
  const at = state === "failing" ? endpoint.failing_since : state === "paused" ? endpoint.paused_until : null
  return (
    <StateBadge color={colors[state]} at={at}>
      {t(`state.${state}`)}
    </StateBadge>
  )
}
