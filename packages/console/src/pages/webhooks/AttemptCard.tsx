/** One attempt: when, how long, and what came back, exactly. */
import { Group, Paper, Stack, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { StateBadge } from "../../ui/StateBadge.tsx"
import { When } from "../../ui/When.tsx"
import type { Attempt } from "./calls.ts"
import { ForeignText } from "./ForeignText.tsx"

const colors = { delivered: "teal", failed: "red", unknown: "gray" } as const

export const AttemptCard = ({ attempt }: { readonly attempt: Attempt }) => {
  const { t } = useTranslation("webhooks")
  const { duration_ms: duration, error, outcome, response_body: body, response_headers: headers } = attempt
  return (
    <Paper withBorder p="sm">
      <Stack gap="xs">
        <Group gap="sm">
          <StateBadge color={colors[outcome]}>
            {attempt.status === null ? t(`outcome.${outcome}`) : `HTTP ${attempt.status}`}
          </StateBadge>
          <Text size="sm">
            <When at={attempt.started_at} />
          </Text>
          {duration === null ? null : (
            <Text size="sm">{t("delivery.millis", { count: Math.round(duration) })}</Text>
          )}
          <Text size="sm" c="dimmed">
            {t(`trigger.${attempt.trigger}`)}
          </Text>
        </Group>
        {attempt.url === null ? null : (
          <Text size="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>
            {attempt.url}
          </Text>
        )}
        {error === null ? null : <Text size="sm">{`${error.message} (${error.code})`}</Text>}
        {headers === null || headers.length === 0 ? null : (
          <ForeignText
            label={t("delivery.responseHeaders")}
            text={headers.map(({ name, value }) => `${name}: ${value}`).join("\n")}
          />
        )}
        {body === null || body === "" ? null : (
          <ForeignText
            label={attempt.response_truncated ? t("delivery.responseCut") : t("delivery.response")}
            text={body}
          />
        )}
      </Stack>
    </Paper>
  )
}
