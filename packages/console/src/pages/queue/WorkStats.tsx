/** The work of the last seven days by person: everybody's for managers, one's own for others. */
import { Table } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { TableSection } from "../../ui/TableSection.tsx"
import { statsQuery } from "./calls.ts"
import { duration } from "./duration.ts"

interface WorkStatsProps {
  readonly path: DatasetPath
  /** Whether the caller sees the work of others. */
  readonly ofAll: boolean
}

export const WorkStats = ({ ofAll, path }: WorkStatsProps) => {
  const { i18n, t } = useTranslation("queue")
  const { data, error, refetch } = useQuery(statsQuery(path))
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <TableSection
      title={t("stats")}
      columns={[
        { name: t("person") },
        { name: t("work") },
        { name: t("workunits"), right: true },
        { name: t("time"), right: true },
        { name: t("inactive"), right: true },
      ]}
      rows={data?.people}
      error={error}
      onRetry={refetch}
      empty={ofAll ? t("noWork") : t("noOwnWork")}
    >
      {({ inactive_time, time, user, work_type, workunits }) => (
        <Table.Tr key={`${user} ${work_type}`}>
          <Table.Td>{user}</Table.Td>
          <Table.Td>{t(`workTypes.${work_type}`)}</Table.Td>
          <Table.Td ta="right">{number.format(Number(workunits))}</Table.Td>
          <Table.Td ta="right">{duration(Number(time), i18n.language)}</Table.Td>
          <Table.Td ta="right">{duration(Number(inactive_time), i18n.language)}</Table.Td>
        </Table.Tr>
      )}
    </TableSection>
  )
}
