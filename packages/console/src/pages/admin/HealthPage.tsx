/** The state of the server: its version, its database, and what waits. */
import { Alert, Group, Stack, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { QueryContent } from "../../ui/QueryContent.tsx"
import { StateBadge } from "../../ui/StateBadge.tsx"
import { TableSection } from "../../ui/TableSection.tsx"
import { When } from "../../ui/When.tsx"
import { AdminFrame } from "./AdminFrame.tsx"
import { statusQuery } from "./calls.ts"

type Status = Wire<"ServerStatus">

export const HealthPage = () => {
  return (
    <AdminFrame tab="health">
      <QueryContent query={useQuery(statusQuery)} height={320}>
        {(status) => (
          <Stack gap="xl" maw={960}>
            <Process status={status} />
            <Waiting status={status} />
          </Stack>
        )}
      </QueryContent>
    </AdminFrame>
  )
}

const Fact = ({ children, name }: { readonly name: string; readonly children: ReactNode }) => (
  <Group gap="sm" align="baseline" wrap="nowrap">
    <Text w={180} flex="none" c="dimmed">
      {name}
    </Text>
    <Text component="div">{children}</Text>
  </Group>
)

const Process = ({ status }: { readonly status: Status }) => {
  const { t } = useTranslation("admin")
  const { connections, database, ready, roles, runtime, version } = status
  return (
    <Stack component="section" gap="xs">
      <Title order={2}>{t("health.server")}</Title>
      <Fact name={t("health.version")}>{version}</Fact>
      {runtime === null ? null : <Fact name={t("health.runtime")}>{runtime}</Fact>}
      {roles.length === 0 ? null : <Fact name={t("health.roles")}>{roles.join(", ")}</Fact>}
      <Fact name={t("health.database")}>
        <Group gap="sm">
          {database}
          <StateBadge color={ready ? "teal" : "red"}>
            {ready ? t("health.ready") : t("health.notReady")}
          </StateBadge>
        </Group>
      </Fact>
      {connections === null ? null : (
        <Fact name={t("health.connections")}>{t("health.connectionsText", connections)}</Fact>
      )}
    </Stack>
  )
}

const Waiting = ({ status: { deliveries, work } }: { readonly status: Status }) => {
  const { i18n, t } = useTranslation("admin")
  const number = new Intl.NumberFormat(i18n.language)
  if (work === null) return <Alert color="red">{t("health.noAnswer")}</Alert>
  const sumClaims = (state: "open" | "expired") => work.claims.reduce((sum, load) => sum + load[state], 0)
  return (
    <>
      <Stack component="section" gap="xs">
        <Title order={2}>{t("health.queues")}</Title>
        <Fact name={t("health.labeling")}>{number.format(work.queues.labeling)}</Fact>
        <Fact name={t("health.reviewing")}>{number.format(work.queues.reviewing)}</Fact>
        <Fact name={t("health.claims")}>
          {t("health.claimsText", {
            open: number.format(sumClaims("open")),
            expired: number.format(sumClaims("expired")),
          })}
        </Fact>
      </Stack>
      <Stack component="section" gap="xs">
        <Title order={2}>{t("health.webhooks")}</Title>
        {deliveries === null ? null : (
          <>
            <Fact name={t("health.pending")}>{number.format(deliveries.pending)}</Fact>
            <Fact name={t("health.leased")}>{number.format(deliveries.leased)}</Fact>
            <Fact name={t("health.held")}>{number.format(deliveries.held)}</Fact>
            <Fact name={t("health.lag")}>{t("health.seconds", { count: deliveries.lag_seconds })}</Fact>
          </>
        )}
        <Fact name={t("health.oldestEvent")}>
          {work.oldest_event_at === null ? t("health.noEvents") : <When at={work.oldest_event_at} />}
        </Fact>
      </Stack>
      <TableSection
        title={t("health.jobs")}
        query={{ data: work.jobs, error: null }}
        rowKey={({ kind }) => kind}
        columns={[
          { name: t("jobs.kind"), cell: ({ kind }) => kind },
          { name: t("health.waiting"), number: ({ waiting }) => waiting },
          { name: t("health.running"), number: ({ running }) => running },
          {
            name: t("health.oldest"),
            cell: ({ oldest_waiting_at: at }) => (at === null ? "–" : <When at={at} />),
          },
        ]}
        empty={t("health.noJobs")}
        minWidth={420}
      />
    </>
  )
}
