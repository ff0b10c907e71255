/** The figures of the last days, by person and by category: everybody's for managers, one's own for others. */
import { Button, Group, NativeSelect, SegmentedControl, Stack, Table } from "@mantine/core"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import {
  findReaderZone,
  formatDay,
  makeStatisticsQuery,
  readStatisticsCsv,
  type StatisticsQuery,
  selectCategories,
  selectFigures,
} from "../../api/statistics.ts"
import { downloadText } from "../../ui/downloadText.ts"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { TableSection } from "../../ui/TableSection.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { formatDuration } from "./duration.ts"
import type { QueueSearch } from "./search.ts"

interface WorkStatsProps {
  readonly path: DatasetPath
  /** Whether the caller sees the work of others. */
  readonly ofAll: boolean
  readonly datasetZone: string
  readonly search: QueueSearch
  readonly onSearch: (change: { readonly [Key in keyof QueueSearch]?: string }) => void
}

const day = 24 * 3_600_000

export const WorkStats = ({ datasetZone, ofAll, onSearch, path, search }: WorkStatsProps) => {
  const { t } = useTranslation("queue")
  const days = search.days ?? "7"
  const readerZone = findReaderZone()
  const time_zone = search.zone === "dataset" ? datasetZone : readerZone
  const start = formatDay(new Date(Date.now() - (Number(days) - 1) * day), time_zone)
  const span = { start, time_zone }
  return (
    <Stack gap="md">
      <Group gap="md" align="flex-end">
        <SegmentedControl
          aria-label={t("days")}
          value={days}
          data={["7", "30", "90"].map((value) => ({ value, label: t("lastDays", { count: Number(value) }) }))}
          onChange={(value) => onSearch({ days: value })}
        />
        <NativeSelect
          label={t("zone")}
          value={search.zone ?? "reader"}
          data={[
            { value: "reader", label: t("readerZone", { name: readerZone }) },
            { value: "dataset", label: t("datasetZone", { name: datasetZone }) },
          ]}
          onChange={({ currentTarget }) => onSearch({ zone: currentTarget.value })}
        />
      </Group>
      <PeopleFigures path={path} query={{ ...span, by: "person,work_type" }} ofAll={ofAll} />
      <CategoryFigures path={path} query={{ ...span, by: "category" }} />
    </Stack>
  )
}

interface FiguresProps {
  readonly path: DatasetPath
  readonly query: StatisticsQuery
}

const PeopleFigures = ({ ofAll, path, query }: FiguresProps & { readonly ofAll: boolean }) => {
  const { i18n, t } = useTranslation("queue")
  const { data, error, refetch } = useQuery(makeStatisticsQuery(path, query))
  const number = new Intl.NumberFormat(i18n.language)
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent" })
  return (
    <TableSection
      title={t("stats")}
      actions={<CsvButton path={path} query={query} name="people" />}
      columns={[
        { name: t("person") },
        { name: t("work") },
        { name: t("submitted"), right: true },
        { name: t("skipped"), right: true },
        { name: t("accepted"), right: true },
        { name: t("rejected"), right: true },
        { name: t("objects"), right: true },
        { name: t("firstPass"), right: true },
        { name: t("time"), right: true },
        { name: t("inactive"), right: true },
      ]}
      rows={data === undefined ? undefined : selectFigures(data)}
      error={error}
      onRetry={refetch}
      empty={ofAll ? t("noWork") : t("noOwnWork")}
      minWidth={900}
    >
      {(row) => (
        <Table.Tr key={`${row.person} ${row.work_type}`}>
          <Table.Td>{row.person}</Table.Td>
          <Table.Td>{row.work_type === undefined ? null : t(`workTypes.${row.work_type}`)}</Table.Td>
          <Table.Td ta="right">{number.format(row.submitted)}</Table.Td>
          <Table.Td ta="right">{number.format(row.skipped)}</Table.Td>
          <Table.Td ta="right">{number.format(row.accepted)}</Table.Td>
          <Table.Td ta="right">{number.format(row.rejected)}</Table.Td>
          <Table.Td ta="right">
            {t("objectCounts", {
              created: number.format(row.objects_created),
              changed: number.format(row.objects_changed),
              removed: number.format(row.objects_removed),
            })}
          </Table.Td>
          <Table.Td ta="right">
            {row.first_pass_acceptance === null ? "–" : percent.format(row.first_pass_acceptance)}
          </Table.Td>
          <Table.Td ta="right">{formatDuration(row.time, i18n.language)}</Table.Td>
          <Table.Td ta="right">{formatDuration(row.inactive_time, i18n.language)}</Table.Td>
        </Table.Tr>
      )}
    </TableSection>
  )
}

const CategoryFigures = ({ path, query }: FiguresProps) => {
  const { i18n, t } = useTranslation("queue")
  const { data, error, refetch } = useQuery(makeStatisticsQuery(path, query))
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <TableSection
      title={t("categories")}
      actions={<CsvButton path={path} query={query} name="categories" />}
      columns={[
        { name: t("category") },
        { name: t("created"), right: true },
        { name: t("changed"), right: true },
        { name: t("removed"), right: true },
      ]}
      rows={data === undefined ? undefined : selectCategories(data)}
      error={error}
      onRetry={refetch}
      empty={t("noObjects")}
      minWidth={420}
    >
      {(row) => (
        <Table.Tr key={row.category_id}>
          <Table.Td>
            <Visible text={row.category ?? t("formerCategory", { id: row.category_id ?? 0 })} />
          </Table.Td>
          <Table.Td ta="right">{number.format(row.objects_created)}</Table.Td>
          <Table.Td ta="right">{number.format(row.objects_changed)}</Table.Td>
          <Table.Td ta="right">{number.format(row.objects_removed)}</Table.Td>
        </Table.Tr>
      )}
    </TableSection>
  )
}

const CsvButton = ({ name, path, query }: FiguresProps & { readonly name: string }) => {
  const { t } = useTranslation("queue")
  const download = useMutation({
    mutationFn: () => readStatisticsCsv(path, query),
    onSuccess: (text) => downloadText(`${path.dataset}-${name}.csv`, text, "text/csv"),
  })
  return (
    <>
      {download.error === null ? null : <ProblemPanel error={download.error} />}
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t(name === "people" ? "peopleCsv" : "categoriesCsv")}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        {t("csv")}
      </Button>
    </>
  )
}
