/** The figures of the last days, by person and by category: everybody's for managers, one's own for others. */
import { Button, Group, NativeSelect, SegmentedControl, Stack } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { findReaderZone, formatDay, selectCategories, selectFigures } from "../../api/figures.ts"
import { makeStatisticsQuery, readStatisticsCsv, type StatisticsQuery } from "../../api/statistics.ts"
import { downloadText } from "../../ui/downloadText.ts"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { TableSection } from "../../ui/TableSection.tsx"
import { useChange } from "../../ui/useChange.ts"
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
  const number = new Intl.NumberFormat(i18n.language)
  const percent = new Intl.NumberFormat(i18n.language, { style: "percent" })
  return (
    <TableSection
      title={t("stats")}
      actions={<CsvButton path={path} query={query} name="people" />}
      query={useQuery({ ...makeStatisticsQuery(path, query), select: selectFigures })}
      rowKey={({ person, work_type }) => `${person} ${work_type}`}
      columns={[
        { name: t("person"), cell: ({ person }) => person },
        {
          name: t("work"),
          cell: ({ work_type }) => (work_type === undefined ? null : t(`workTypes.${work_type}`)),
        },
        { name: t("submitted"), number: ({ submitted }) => submitted },
        { name: t("skipped"), number: ({ skipped }) => skipped },
        { name: t("accepted"), number: ({ accepted }) => accepted },
        { name: t("rejected"), number: ({ rejected }) => rejected },
        {
          name: t("objects"),
          right: true,
          cell: (row) =>
            t("objectCounts", {
              created: number.format(row.objects_created),
              changed: number.format(row.objects_changed),
              removed: number.format(row.objects_removed),
            }),
        },
        {
          name: t("firstPass"),
          right: true,
          cell: ({ first_pass_acceptance: share }) => (share === null ? "–" : percent.format(share)),
        },
        { name: t("time"), right: true, cell: ({ time }) => formatDuration(time, i18n.language) },
        {
          name: t("inactive"),
          right: true,
          cell: ({ inactive_time }) => formatDuration(inactive_time, i18n.language),
        },
      ]}
      empty={ofAll ? t("noWork") : t("noOwnWork")}
      minWidth={900}
    />
  )
}

const CategoryFigures = ({ path, query }: FiguresProps) => {
  const { t } = useTranslation("queue")
  return (
    <TableSection
      title={t("categories")}
      actions={<CsvButton path={path} query={query} name="categories" />}
      query={useQuery({ ...makeStatisticsQuery(path, query), select: selectCategories })}
      rowKey={({ category_id }) => String(category_id)}
      columns={[
        {
          name: t("category"),
          cell: (row) => <Visible text={row.category ?? t("formerCategory", { id: row.category_id ?? 0 })} />,
        },
        { name: t("created"), number: (row) => row.objects_created },
        { name: t("changed"), number: (row) => row.objects_changed },
        { name: t("removed"), number: (row) => row.objects_removed },
      ]}
      empty={t("noObjects")}
      minWidth={420}
    />
  )
}

const CsvButton = ({ name, path, query }: FiguresProps & { readonly name: string }) => {
  const { t } = useTranslation("queue")
  const download = useChange(() => readStatisticsCsv(path, query), {
    last: (text) => downloadText(`${path.dataset}-${name}.csv`, text, "text/csv"),
  })
  return (
    <>
      <ProblemPanel error={download.error} />
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
