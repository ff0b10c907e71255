/** The limits of an organization with their use. Site admins change them. */
import { Group, NumberInput, Progress, Stack, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { sessionQuery } from "../../api/session.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { findNumberSeparators } from "../../ui/numberSeparators.ts"
import { QueryContent } from "../../ui/QueryContent.tsx"
import { sizeText } from "../../ui/sizeText.ts"
import { useChange } from "../../ui/useChange.ts"
import { DialogButton, useClose } from "../../ui/useDialog.tsx"
import { makeChanges, makeQuotaQuery } from "./calls.ts"

export const QuotaSection = ({ organization }: { readonly organization: string }) => {
  const { t } = useTranslation("organizations")
  const query = useQuery(makeQuotaQuery(organization))
  const session = useQuery(sessionQuery).data
  return (
    <Stack component="section" gap="xs">
      <Group justify="space-between" mih={32}>
        <Title order={2}>{t("quota.title")}</Title>
        {session?.site_admin === true && query.data !== undefined ? (
          <DialogButton size="xs" dialog={<QuotaDialog quota={query.data} />}>
            {t("quota.change")}
          </DialogButton>
        ) : null}
      </Group>
      <QueryContent query={query} height={72}>
        {(quota) => <Use quota={quota} />}
      </QueryContent>
    </Stack>
  )
}

const Use = ({ quota }: { readonly quota: Wire<"Quota"> }) => {
  const { i18n, t } = useTranslation("organizations")
  const number = new Intl.NumberFormat(i18n.language)
  const rate = quota.requests_per_minute.limit
  return (
    <>
      <Share name={t("quota.samples")} amount={quota.samples} shown={number.format} />
      <Share name={t("quota.bytes")} amount={quota.bytes} shown={(bytes) => sizeText(bytes, i18n.language)} />
      <Group gap="sm">
        <Text w={180} c="dimmed">
          {t("quota.requests")}
        </Text>
        <Text>{rate === null ? t("quota.unlimited") : number.format(rate)}</Text>
      </Group>
    </>
  )
}

interface ShareProps {
  readonly name: string
  readonly amount: Pick<Wire<"Quota">["bytes"], "limit" | "used">
  readonly shown: (amount: number) => string
}

/** Shows how much of a limit is used. */
const Share = ({ amount: { limit, used }, name, shown }: ShareProps) => {
  const { t } = useTranslation("organizations")
  return (
    <Group gap="sm">
      <Text w={180} c="dimmed">
        {name}
      </Text>
      {limit === null ? (
        <Text>{t("quota.unlimited")}</Text>
      ) : (
        <Stack gap={4} w={280}>
          <Text>{t("quota.usedOf", { used: shown(used ?? 0), limit: shown(limit) })}</Text>
          <Progress
            aria-label={name}
            value={limit === 0 ? 100 : Math.min(100, (100 * (used ?? 0)) / limit)}
            {...((used ?? 0) >= limit ? { color: "red" } : {})}
          />
        </Stack>
      )}
    </Group>
  )
}

const parseLimit = (value: number | string): number | null => (value === "" ? null : Number(value))

const bytesOfGigabyte = 1_000_000_000

const QuotaDialog = ({ quota }: { readonly quota: Wire<"Quota"> }) => {
  const { i18n, t } = useTranslation("organizations")
  const [samples, setSamples] = useState<number | string>(quota.samples.limit ?? "")
  const [gigabytes, setGigabytes] = useState<number | string>(
    quota.bytes.limit === null ? "" : quota.bytes.limit / bytesOfGigabyte,
  )
  const [requests, setRequests] = useState<number | string>(quota.requests_per_minute.limit ?? "")
  const change = useChange(
    () =>
      makeChanges(quota.organization).changeQuota({
        samples: parseLimit(samples),
        bytes: gigabytes === "" ? null : Math.round(Number(gigabytes) * bytesOfGigabyte),
        requests_per_minute: parseLimit(requests),
      }),
    { first: useClose(), stale: [makeQuotaQuery(quota.organization)] },
  )
  const common = { description: t("quota.emptyHint"), min: 0, ...findNumberSeparators(i18n.language) }
  return (
    <ActionDialog title={t("quota.change")} action={t("save")} change={change}>
      <NumberInput
        {...common}
        label={t("quota.samples")}
        data-autofocus
        allowDecimal={false}
        value={samples}
        onChange={setSamples}
      />
      <NumberInput
        {...common}
        label={t("quota.gigabytes")}
        decimalScale={9}
        value={gigabytes}
        onChange={setGigabytes}
      />
      <NumberInput
        {...common}
        label={t("quota.requests")}
        allowDecimal={false}
        value={requests}
        onChange={setRequests}
      />
    </ActionDialog>
  )
}
