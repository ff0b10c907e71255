/** Shows who labeled and reviewed how much in the last 30 days. */
import { Table } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { TableSection } from "../../ui/TableSection.tsx"
import { formatDuration } from "../queue/duration.ts"
import { makePeopleWorkQuery } from "./calls.ts"
import { listPeople } from "./work.ts"

const shown = 10

export const People = ({ path }: { readonly path: DatasetPath }) => {
  const { i18n, t } = useTranslation("dataset")
  const { data, error, refetch } = useQuery(makePeopleWorkQuery(path))
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <TableSection
      title={t("people.title")}
      columns={[
        { name: t("people.person") },
        { name: t("people.labeled"), right: true },
        { name: t("people.reviewed"), right: true },
        { name: t("people.time"), right: true },
        { name: t("people.skipped"), right: true },
      ]}
      rows={data === undefined ? undefined : listPeople(data).slice(0, shown)}
      error={error}
      onRetry={refetch}
      empty={t("people.none")}
      minWidth={360}
    >
      {({ labeled, reviewed, skipped, time, user }) => (
        <Table.Tr key={user}>
          <Table.Td>{user}</Table.Td>
          <Table.Td ta="right">{number.format(labeled)}</Table.Td>
          <Table.Td ta="right">{number.format(reviewed)}</Table.Td>
          <Table.Td ta="right">{formatDuration(time, i18n.language)}</Table.Td>
          <Table.Td ta="right">{number.format(skipped)}</Table.Td>
        </Table.Tr>
      )}
    </TableSection>
  )
}
