/** The jobs of all datasets: how far they are, why they failed, and how to run one again. */
import { Button, Code, Group, NativeSelect, Stack, Text } from "@mantine/core"
import { useInfiniteQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { MoreButton } from "../../ui/MoreButton.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { StateBadge } from "../../ui/StateBadge.tsx"
import { type Column, RecordTable } from "../../ui/TableSection.tsx"
import { useChange } from "../../ui/useChange.ts"
import { When } from "../../ui/When.tsx"
import { AdminFrame } from "./AdminFrame.tsx"
import { adminKey, type Job, makeJobsQuery, retryJob } from "./calls.ts"
import { jobStatuses, readJobSearch } from "./search.ts"

const route = getRouteApi("/signed-in/admin/jobs")

const colors = { PENDING: "blue", RUNNING: "orange", SUCCEEDED: "teal", FAILED: "red" } as const

export const JobsPage = () => {
  const { t } = useTranslation("admin")
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const jobPages = useInfiniteQuery(makeJobsQuery(search))
  const retry = useChange(retryJob, { stale: [[...adminKey, "jobs"]], reloadsAfterErrors: true })
  const hasButtons = jobPages.data?.some((job) => job.can_retry) === true
  const buttons: Column<Job> = {
    name: t("actions"),
    hidden: true,
    td: { h: 40 },
    cell: ({ can_retry, uuid }) =>
      can_retry ? (
        <Button
          variant="default"
          size="compact-xs"
          loading={retry.isPending && retry.variables === uuid}
          onClick={() => retry.mutate(uuid)}
        >
          {t("jobs.retry")}
        </Button>
      ) : null,
  }
  return (
    <AdminFrame tab="jobs">
      <Stack gap="md">
        <Group role="search" aria-label={t("filters")}>
          <NativeSelect
            label={t("jobs.status")}
            w={220}
            value={search.status ?? ""}
            data={[
              { value: "", label: t("all") },
              ...jobStatuses.map((status) => ({ value: status, label: t(`jobs.statuses.${status}`) })),
            ]}
            onChange={({ currentTarget }) =>
              navigate({ search: readJobSearch({ status: currentTarget.value }) })
            }
          />
        </Group>
        <ProblemPanel error={retry.error} />
        <RecordTable
          label={t("titles.jobs")}
          query={jobPages}
          rowKey={({ uuid }) => uuid}
          columns={[
            { name: t("jobs.kind"), cell: (job) => <Kind job={job} /> },
            { name: t("jobs.status"), cell: ({ status }) => <Status status={status} /> },
            { name: t("jobs.progress"), right: true, cell: (job) => <Done job={job} /> },
            { name: t("jobs.attempts"), right: true, cell: ({ attempts }) => attempts },
            { name: t("jobs.created"), cell: (job) => <Created job={job} /> },
            {
              name: t("jobs.dataset"),
              cell: ({ dataset_uuid: uuid }) => <Code title={uuid}>{`${uuid.slice(0, 13)}…`}</Code>,
            },
            // A column that stays in view and has nothing would hide others on a phone.
            ...(hasButtons ? [buttons] : []),
          ]}
          empty={search.status === undefined ? t("jobs.none") : t("jobs.noMatch")}
          minWidth={720}
        />
        <MoreButton list={jobPages} />
      </Stack>
    </AdminFrame>
  )
}

interface JobProps {
  readonly job: Job
}

const Kind = ({ job: { error, kind } }: JobProps) => (
  <>
    <Text size="sm">{kind}</Text>
    {error === null ? null : (
      <Text size="xs" c="red" maw={360} style={{ overflowWrap: "anywhere" }}>
        {error}
      </Text>
    )}
  </>
)

const Status = ({ status }: Pick<Job, "status">) => {
  const { t } = useTranslation("admin")
  return <StateBadge color={colors[status]}>{t(`jobs.statuses.${status}`)}</StateBadge>
}

const Done = ({ job: { done, total } }: JobProps) => {
  const { i18n, t } = useTranslation("admin")
  const number = new Intl.NumberFormat(i18n.language)
  return total === null
    ? number.format(done)
    : t("jobs.doneOf", { done: number.format(done), total: number.format(Number(total)) })
}

const Created = ({ job }: JobProps) => (
  <>
    <Text size="sm">
      <When at={job.created_at} />
    </Text>
    <Text size="xs" c="dimmed">
      {job.created_by}
    </Text>
  </>
)
