/** Sends an example of an event, and shows what came back on the same page. */
import { Button, Group, NativeSelect, Stack, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useApi } from "../../app/Surroundings.ts"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { useChange } from "../../ui/useChange.ts"
import { AttemptCard } from "./AttemptCard.tsx"
import {
  type Endpoint,
  makeChanges,
  makeDeliveryQuery,
  makeEventTypesQuery,
  makeWebhooksKey,
} from "./calls.ts"
import { listSelectedTypes } from "./eventGroups.ts"

interface TestPanelProps {
  readonly owner: string | undefined
  readonly endpoint: Endpoint
}

export const TestPanel = ({ endpoint, owner }: TestPanelProps) => {
  const { t } = useTranslation("webhooks")
  const api = useApi()
  const { data: types = [] } = useQuery(makeEventTypesQuery(api))
  const names = types.map((type) => type.event_type)
  const own = listSelectedTypes(endpoint.event_types, names)
  const [type, setType] = useState<string>()
  const offered = own.length === 0 ? names : own
  const chosen = offered.find((name) => name === type) ?? offered[0]
  const testing = useChange(
    // Cast: the names are those of the server's own list.
    () => makeChanges(api, owner).test(endpoint.uuid, { event_type: chosen as (typeof names)[number] }),
    { stale: [[...makeWebhooksKey(owner), "deliveries"]] },
  )
  return (
    <Stack gap="sm">
      <Title order={2}>{t("test.title")}</Title>
      <Group gap="xs" align="flex-end">
        <NativeSelect
          label={t("test.type")}
          w={240}
          data={[...offered]}
          value={chosen ?? ""}
          onChange={({ currentTarget }) => setType(currentTarget.value)}
        />
        <Button variant="default" loading={testing.isPending} onClick={() => testing.mutate()}>
          {t("test.send")}
        </Button>
      </Group>
      <ProblemPanel error={testing.error} />
      {testing.data === undefined ? null : <Result owner={owner} delivery={testing.data.uuid} />}
    </Stack>
  )
}

const Result = ({ delivery, owner }: { readonly owner: string | undefined; readonly delivery: string }) => {
  const { t } = useTranslation("webhooks")
  const api = useApi()
  const testResult = useQuery({
    ...makeDeliveryQuery(api, owner, delivery),
    refetchInterval: ({ state }) => (state.data?.ended_at == null ? 500 : false),
  })
  const attempt = testResult.data?.attempts[0]
  return (
    <Stack gap="xs" role="status">
      <ProblemPanel error={testResult.error} onRetry={testResult.refetch} />
      {attempt === undefined ? (
        <Text c="dimmed">{t("test.waiting")}</Text>
      ) : (
        <>
          <Text fw={600}>{attempt.outcome === "delivered" ? t("test.arrived") : t("test.failed")}</Text>
          <AttemptCard attempt={attempt} />
        </>
      )}
    </Stack>
  )
}
