/** Shows what is sent: headers and body, raw or in lines, and how a receiver verifies it. */
import { Group, Stack, Switch, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useApi } from "../../app/Surroundings.ts"
import { type DeliveryDetails, makeEndpointQuery } from "./calls.ts"
import { ForeignText } from "./ForeignText.tsx"
import { formatIndented } from "./jsonText.ts"
import { Snippets } from "./Snippets.tsx"

interface SentRequestProps {
  readonly owner: string | undefined
  readonly details: DeliveryDetails
}

export const SentRequest = ({ details, owner }: SentRequestProps) => {
  const { t } = useTranslation("webhooks")
  const api = useApi()
  const { data: endpoint } = useQuery(makeEndpointQuery(api, owner, details.endpoint))
  const [isRaw, setRaw] = useState(false)
  const { event, payloadText } = details
  const headers = [
    "content-type: application/json",
    `webhook-id: ${event}`,
    `webhook-timestamp: <${t("request.seconds")}>`,
    `webhook-signature: <${t("request.signature")}>`,
    ...Object.keys(endpoint?.headers ?? {}).map((name) => `${name}: ***`),
  ]
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>{t("request.title")}</Title>
        <Switch
          label={t("request.raw")}
          checked={isRaw}
          onChange={({ currentTarget: { checked } }) => setRaw(checked)}
        />
      </Group>
      <ForeignText label={t("request.headers")} text={headers.join("\n")} />
      {payloadText === null ? (
        <Text c="dimmed">{t("request.forgotten")}</Text>
      ) : (
        <ForeignText label={t("request.body")} text={isRaw ? payloadText : formatIndented(payloadText)} />
      )}
      {endpoint !== undefined && (endpoint.batch > 1 || endpoint.chat) ? (
        <Text size="sm" c="dimmed">
          {endpoint.chat ? t("request.chat") : t("request.batch")}
        </Text>
      ) : null}
      <Snippets />
    </Stack>
  )
}
