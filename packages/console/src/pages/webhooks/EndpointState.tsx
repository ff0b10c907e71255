/** The state of an endpoint: a word, never colour alone, and since when. */
import { Badge, Group, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { When } from "../../ui/When.tsx"
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
  return (
    <Group gap={6} wrap="nowrap">
      <Badge color={colors[state]} variant="dot" tt="none">
        {t(`state.${state}`)}
      </Badge>
      {state === "failing" && endpoint.failing_since !== null ? (
        <Text size="xs" c="dimmed">
          <When at={endpoint.failing_since} />
        </Text>
      ) : null}
      {state === "paused" && endpoint.paused_until !== null ? (
        <Text size="xs" c="dimmed">
          <When at={endpoint.paused_until} />
        </Text>
      ) : null}
    </Group>
  )
}
