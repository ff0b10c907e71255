/** Shows how much was labeled and reviewed on each of the last 30 days. */
import { Box, Group, Stack, Table, Text, Title, VisuallyHidden } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { LineChart } from "../../ui/chart/LineChart.tsx"
import { QueryContent } from "../../ui/QueryContent.tsx"
import { makeDaysQuery } from "./calls.ts"
import { type Day, listDays } from "./work.ts"

const kinds = ["labeled", "reviewed"] as const

const colors = { labeled: "var(--mantine-color-indigo-6)", reviewed: "var(--mantine-color-teal-7)" } as const

export const Throughput = ({ path }: { readonly path: DatasetPath }) => {
  const { t } = useTranslation("dataset")
  const query = useQuery(makeDaysQuery(path))
  return (
    <Stack component="section" gap="xs">
      <Title order={2}>{t("throughput.title")}</Title>
      <QueryContent query={query} height={224}>
        {(statistics) => <Days days={listDays(statistics)} />}
      </QueryContent>
    </Stack>
  )
}

const Days = ({ days }: { readonly days: ReadonlyArray<Day> }) => {
  const { i18n, t } = useTranslation("dataset")
  const [pointed, setPointed] = useState<number>()
  const number = new Intl.NumberFormat(i18n.language)
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: "medium", timeZone: "UTC" })
  const day = pointed === undefined ? undefined : days[pointed]
  const sum = (kind: (typeof kinds)[number]) => days.reduce((total, one) => total + one[kind], 0)
  if (kinds.every((kind) => sum(kind) === 0)) return <Text c="dimmed">{t("throughput.none")}</Text>
  return (
    <>
      <Group gap="lg" mih={24}>
        <Text size="sm" c="dimmed">
          {day === undefined ? t("throughput.span") : date.format(day.at * 1000)}
        </Text>
        {kinds.map((kind) => (
          <Group key={kind} gap={6} wrap="nowrap">
            <Box w={10} h={10} bg={colors[kind]} aria-hidden />
            <Text size="sm">
              {t(`throughput.${kind}`)} {number.format(day === undefined ? sum(kind) : day[kind])}
            </Text>
          </Group>
        ))}
      </Group>
      <LineChart
        positions={days.map(({ at }) => at)}
        series={kinds.map((kind) => ({ color: colors[kind], values: days.map((one) => one[kind]) }))}
        height={200}
        onPoint={setPointed}
      />
      <VisuallyHidden>
        <Table aria-label={t("throughput.title")}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t("throughput.day")}</Table.Th>
              <Table.Th>{t("throughput.labeled")}</Table.Th>
              <Table.Th>{t("throughput.reviewed")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days
              .filter(({ labeled, reviewed }) => labeled + reviewed > 0)
              .map(({ at, labeled, reviewed }) => (
                <Table.Tr key={at}>
                  <Table.Td>{date.format(at * 1000)}</Table.Td>
                  <Table.Td>{number.format(labeled)}</Table.Td>
                  <Table.Td>{number.format(reviewed)}</Table.Td>
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
      </VisuallyHidden>
    </>
  )
}
