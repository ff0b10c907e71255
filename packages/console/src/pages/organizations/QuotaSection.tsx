/** The limits of an organization with their use. Site admins change them. */
import { Button, Group, NumberInput, Progress, Skeleton, Stack, Text, Title } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { sessionQuery } from "../../api/session.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { changesOf, quotaQuery } from "./calls.ts"

export const QuotaSection = ({ organization }: { readonly organization: string }) => {
  const { t } = useTranslation("organizations")
  const { data, error, refetch } = useQuery(quotaQuery(organization))
  const session = useQuery(sessionQuery).data
  const [isChanging, setChanging] = useState(false)
  return (
    <Stack component="section" gap="xs">
      <Group justify="space-between" mih={32}>
        <Title order={2}>{t("quota.title")}</Title>
        {session?.site_admin === true && data !== undefined ? (
          <Button size="xs" variant="default" onClick={() => setChanging(true)}>
            {t("quota.change")}
          </Button>
        ) : null}
      </Group>
      {error === null ? null : <ProblemPanel error={error} onRetry={refetch} />}
      {data === undefined ? error === null ? <Skeleton h={72} /> : null : <Use quota={data} />}
      {isChanging && data !== undefined ? (
        <QuotaDialog quota={data} onClose={() => setChanging(false)} />
      ) : null}
    </Stack>
  )
}

const Use = ({ quota }: { readonly quota: Wire<"Quota"> }) => {
  const { i18n, t } = useTranslation("organizations")
  const number = new Intl.NumberFormat(i18n.language)
  const { limit, used } = quota.samples
  const rate = quota.requests_per_minute.limit
  return (
    <>
      <Group gap="sm">
        <Text w={180} c="dimmed">
          {t("quota.samples")}
        </Text>
        {limit === null ? (
          <Text>{t("quota.unlimited")}</Text>
        ) : (
          <Stack gap={4} w={280}>
            <Text>{t("quota.usedOf", { used: number.format(used ?? 0), limit: number.format(limit) })}</Text>
            <Progress
              aria-label={t("quota.samples")}
              value={limit === 0 ? 100 : Math.min(100, (100 * (used ?? 0)) / limit)}
              {...((used ?? 0) >= limit ? { color: "red" } : {})}
            />
          </Stack>
        )}
      </Group>
      <Group gap="sm">
        <Text w={180} c="dimmed">
          {t("quota.requests")}
        </Text>
        <Text>{rate === null ? t("quota.unlimited") : number.format(rate)}</Text>
      </Group>
    </>
  )
}

const limitOf = (value: number | string): number | null => (value === "" ? null : Number(value))

const QuotaDialog = ({ onClose, quota }: { readonly quota: Wire<"Quota">; readonly onClose: () => void }) => {
  const { t } = useTranslation("organizations")
  const client = useQueryClient()
  const [samples, setSamples] = useState<number | string>(quota.samples.limit ?? "")
  const [requests, setRequests] = useState<number | string>(quota.requests_per_minute.limit ?? "")
  const change = useMutation({
    mutationFn: () =>
      changesOf(quota.organization).changeQuota({
        samples: limitOf(samples),
        requests_per_minute: limitOf(requests),
      }),
    onSuccess: async () => {
      onClose()
      await client.invalidateQueries(quotaQuery(quota.organization))
    },
  })
  return (
    <ActionDialog
      title={t("quota.change")}
      action={t("save")}
      isRunning={change.isPending}
      error={change.error}
      onAct={() => change.mutate()}
      onClose={onClose}
    >
      <NumberInput
        label={t("quota.samples")}
        description={t("quota.emptyHint")}
        data-autofocus
        min={0}
        allowDecimal={false}
        thousandSeparator=" "
        value={samples}
        onChange={setSamples}
      />
      <NumberInput
        label={t("quota.requests")}
        description={t("quota.emptyHint")}
        min={0}
        allowDecimal={false}
        thousandSeparator=" "
        value={requests}
        onChange={setRequests}
      />
    </ActionDialog>
  )
}
