/** The upper bound after each outcome, beside the share of draws with an error and the goal. */
import { Box, Group, Stack, Table, Text, Title, VisuallyHidden } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { LineChart } from "../../ui/chart/LineChart.tsx"
import type { Audit, Unit } from "./calls.ts"
import { chooseTop, computeShare, formatBound, formatShare } from "./figures.ts"

const colors = {
  bound: "var(--mantine-color-indigo-6)",
  share: "var(--mantine-color-orange-7)",
  goal: "var(--mantine-color-teal-7)",
} as const

interface Row {
  readonly audited: number
  readonly upper: number
  /** The share of the population that `upper` is. */
  readonly bound: number
  readonly share: number
}

export const ErrorCurve = ({ audit }: { readonly audit: Audit }) => {
  const { t } = useTranslation("audits")
  const rows = (audit.curve ?? []).map(({ audited, errors, upper }) => ({
    audited,
    upper,
    bound: computeShare(upper, audit.population),
    share: computeShare(errors, audited),
  }))
  return (
    <Stack component="section" gap="xs">
      <Title order={2}>{t("curve.title")}</Title>
      {rows.length === 0 ? (
        <Text c="dimmed">{t(`units.${audit.unit}.noCurve`)}</Text>
      ) : (
        <Chart rows={rows} goal={audit.goal} unit={audit.unit} population={audit.population} />
      )}
    </Stack>
  )
}

interface ChartProps {
  readonly rows: ReadonlyArray<Row>
  readonly goal: number | null
  readonly population: number
  readonly unit: Unit
}

const Chart = ({ goal, population, rows, unit }: ChartProps) => {
  const { i18n, t } = useTranslation("audits")
  const [pointed, setPointed] = useState<number>()
  const row = (pointed === undefined ? undefined : rows[pointed]) ?? rows.at(-1)
  if (row === undefined) return null
  const kinds = goal === null ? (["bound", "share"] as const) : (["bound", "share", "goal"] as const)
  const readValue = (kind: (typeof kinds)[number], { bound, share }: Row): number =>
    kind === "goal" ? (goal ?? 0) : kind === "bound" ? bound : share
  const formatValue = (kind: (typeof kinds)[number], one: Row): string =>
    kind === "bound"
      ? formatBound(one.upper, population, i18n.language)
      : formatShare(readValue(kind, one), i18n.language)
  const formatCount = (count: number) => new Intl.NumberFormat(i18n.language).format(count)
  return (
    <>
      <Group gap="lg" mih={24}>
        <Text size="sm" c="dimmed">
          {t(`units.${unit}.after`, { count: row.audited, number: formatCount(row.audited) })}
        </Text>
        {kinds.map((kind) => (
          <Group key={kind} gap={6} wrap="nowrap">
            <Box w={10} h={10} bg={colors[kind]} aria-hidden />
            <Text size="sm">
              {t(`curve.${kind}`)} {formatValue(kind, row)}
            </Text>
          </Group>
        ))}
      </Group>
      <LineChart
        axes="shares"
        positions={rows.map(({ audited }) => audited)}
        series={kinds.map((kind) => ({
          color: colors[kind],
          isDashed: kind === "goal",
          values: rows.map((one) => readValue(kind, one)),
        }))}
        top={chooseTop(
          rows.map(({ bound }) => bound),
          rows.map(({ share }) => share),
          goal,
        )}
        height={240}
        onPoint={setPointed}
      />
      <VisuallyHidden>
        <Table aria-label={t("curve.title")}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t(`units.${unit}.checked`)}</Table.Th>
              <Table.Th>{t("curve.bound")}</Table.Th>
              <Table.Th>{t("curve.share")}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((one) => (
              <Table.Tr key={one.audited}>
                <Table.Td>{formatCount(one.audited)}</Table.Td>
                <Table.Td>{formatValue("bound", one)}</Table.Td>
                <Table.Td>{formatValue("share", one)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </VisuallyHidden>
    </>
  )
}
