/** The rules with the numbers of their warnings, from the last check of each label. */
import { Code, Table } from "@mantine/core"
import type { UseQueryResult } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { TableSection } from "../../ui/TableSection.tsx"

interface RuleTableProps {
  readonly totals: UseQueryResult<Wire<"WarningTotals">>
}

export const RuleTable = ({ totals: { data, error, refetch } }: RuleTableProps) => {
  const { i18n, t } = useTranslation("quality")
  const number = new Intl.NumberFormat(i18n.language)
  const rows =
    data &&
    Object.entries(data.rules)
      .map(([rule, { dismissed, labels, warnings }]) => ({
        rule,
        open: warnings - dismissed,
        dismissed,
        labels,
      }))
      .toSorted((a, b) => b.open - a.open || a.rule.localeCompare(b.rule))
  return (
    <TableSection
      title={t("rules")}
      columns={[
        { name: t("rule") },
        { name: t("open"), right: true },
        { name: t("dismissed"), right: true },
        { name: t("labels"), right: true },
      ]}
      rows={rows}
      error={error}
      onRetry={refetch}
      empty={t("noWarnings")}
      minWidth={420}
    >
      {({ dismissed, labels, open, rule }) => (
        <Table.Tr key={rule}>
          <Table.Td>
            <Code>{rule}</Code>
          </Table.Td>
          <Table.Td ta="right">{number.format(open)}</Table.Td>
          <Table.Td ta="right">{number.format(dismissed)}</Table.Td>
          <Table.Td ta="right">{number.format(labels)}</Table.Td>
        </Table.Tr>
      )}
    </TableSection>
  )
}
