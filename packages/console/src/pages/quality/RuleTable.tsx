/** The rules with the numbers of their warnings, from the last check of each label. */
import { Code } from "@mantine/core"
import type { UseQueryResult } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { TableSection } from "../../ui/TableSection.tsx"

interface RuleTableProps {
  readonly totals: UseQueryResult<Wire<"WarningTotals">>
}

export const RuleTable = ({ totals }: RuleTableProps) => {
  const { t } = useTranslation("quality")
  const rows =
    totals.data &&
    Object.entries(totals.data.rules)
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
      query={{ ...totals, data: rows }}
      rowKey={({ rule }) => rule}
      columns={[
        { name: t("rule"), cell: ({ rule }) => <Code>{rule}</Code> },
        { name: t("open"), number: ({ open }) => open },
        { name: t("dismissed"), number: ({ dismissed }) => dismissed },
        { name: t("labels"), number: ({ labels }) => labels },
      ]}
      empty={t("noWarnings")}
      minWidth={420}
    />
  )
}
