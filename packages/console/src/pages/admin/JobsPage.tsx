/** The jobs of all datasets: how far they are, why they failed, and how to run one again. */
import { Badge, Button, Code, Group, NativeSelect, Stack, Table, Text } from "@mantine/core"
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { RecordTable } from "../../ui/TableSection.tsx"
import { When } from "../../ui/When.tsx"
import { AdminFrame } from "./AdminFrame.tsx"
import { adminKey, type Job, makeJobsQuery, retryJob } from "./calls.ts"
import { MoreButton } from "./MoreButton.tsx"
import { jobStatuses, readJobSearch } from "./search.ts"

const route = getRouteApi("/signed-in/admin/jobs")

const colors = { PENDING: "blue", RUNNING: "orange", SUCCEEDED: "teal", FAILED: "red" } as const

export const JobsPage = () => {
  const { t } = useTranslation("admin")
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const client = useQueryClient()
  const jobPages = useInfiniteQuery(makeJobsQuery(search))
  const retry = useMutation({
    mutationFn: retryJob,
    onSettled: () => client.invalidateQueries({ queryKey: [...adminKey, "jobs"] }),
  })
  const jobs = jobPages.data?.pages.flatMap(({ items }) => items)
  const hasButtons = jobs?.some((job) => job.can_retry) === true
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
        {retry.error === null ? null : <ProblemPanel error={retry.error} />}
        <RecordTable
          label={t("titles.jobs")}
          columns={[
            { name: t("jobs.kind") },
            { name: t("jobs.status") },
            { name: t("jobs.progress"), right: true },
            { name: t("jobs.attempts"), right: true },
            { name: t("jobs.created") },
            { name: t("jobs.dataset") },
            // A column that stays in view and has nothing would hide others on a phone.
            ...(hasButtons ? [{ name: t("actions"), hidden: true }] : []),
          ]}
          rows={jobs}
          error={jobPages.error}
          onRetry={() => jobPages.refetch()}
          empty={search.status === undefined ? t("jobs.none") : t("jobs.noMatch")}
          minWidth={720}
        >
          {(job) => (
            <JobRow
              key={job.uuid}
              job={job}
              hasButtons={hasButtons}
              isRetrying={retry.isPending && retry.variables === job.uuid}
              onRetry={() => retry.mutate(job.uuid)}
            />
          )}
        </RecordTable>
        <MoreButton list={jobPages} />
      </Stack>
    </AdminFrame>
  )
}

interface JobRowProps {
  readonly job: Job
  /** Whether any job of the list has a button. */
  readonly hasButtons: boolean
  readonly isRetrying: boolean
  readonly onRetry: () => void
}

const JobRow = ({ hasButtons, isRetrying, job, onRetry }: JobRowProps) => {
  const { i18n, t } = useTranslation("admin")
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm">{job.kind}</Text>
        {job.error === null ? null : (
          <Text size="xs" c="red" maw={360} style={{ overflowWrap: "anywhere" }}>
            {job.error}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Badge color={colors[job.status]} variant="dot" tt="none">
          {t(`jobs.statuses.${job.status}`)}
        </Badge>
      </Table.Td>
      <Table.Td ta="right">
        {job.total === null
          ? number.format(job.done)
          : t("jobs.doneOf", { done: number.format(job.done), total: number.format(Number(job.total)) })}
      </Table.Td>
      <Table.Td ta="right">{job.attempts}</Table.Td>
      <Table.Td>
        <Text size="sm">
          <When at={job.created_at} />
        </Text>
        <Text size="xs" c="dimmed">
          {job.created_by}
        </Text>
      </Table.Td>
      <Table.Td>
        <Code title={job.dataset_uuid}>{`${job.dataset_uuid.slice(0, 13)}…`}</Code>
      </Table.Td>
      {hasButtons ? (
        <Table.Td ta="right" h={40}>
          {job.can_retry ? (
            <Button variant="default" size="compact-xs" loading={isRetrying} onClick={onRetry}>
              {t("jobs.retry")}
            </Button>
          ) : null}
        </Table.Td>
      ) : null}
    </Table.Tr>
  )
}
