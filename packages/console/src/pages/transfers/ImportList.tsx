/** The imports of a dataset, newest first, each with what became of it. */
import { Box, Button, Table } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { type DatasetPath, makeSamplesKey } from "../../api/dataset.ts"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { TableSection } from "../../ui/TableSection.tsx"
import { When } from "../../ui/When.tsx"
import { cancelImport, type Import, makeImportsQuery } from "./calls.ts"
import { Outcome, TransferState, useTransferColumns } from "./TransferParts.tsx"

export const ImportList = ({ path }: { readonly path: DatasetPath }) => {
  const { t } = useTranslation("transfers")
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(makeImportsQuery(path))
  const columns = useTransferColumns({ name: t("actions"), hidden: true })
  const running = data?.filter(({ status }) => status === "PENDING").length ?? 0
  const before = useRef(0)
  useEffect(() => {
    if (running < before.current) client.invalidateQueries({ queryKey: makeSamplesKey(path) })
    before.current = running
  }, [client, path, running])
  return (
    <Box mt="md">
      <TableSection
        title={t("import.list")}
        columns={columns}
        rows={data}
        error={error}
        onRetry={refetch}
        empty={t("import.none")}
        minWidth={640}
      >
        {(one) => <ImportRow key={one.uuid} path={path} found={one} />}
      </TableSection>
    </Box>
  )
}

const ImportRow = ({ found, path }: { readonly found: Import; readonly path: DatasetPath }) => {
  const { i18n, t } = useTranslation("transfers")
  const client = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => cancelImport(path, found.uuid),
    onSettled: () => client.invalidateQueries(makeImportsQuery(path)),
  })
  return (
    <Table.Tr>
      <Table.Td>
        <When at={found.created_at} />
      </Table.Td>
      <Table.Td>{found.format ?? "–"}</Table.Td>
      <Table.Td>
        <TransferState transfer={found} />
      </Table.Td>
      <Table.Td ta="right">{new Intl.NumberFormat(i18n.language).format(found.samples_done)}</Table.Td>
      <Table.Td miw={240}>
        <Outcome transfer={found} />
        {cancel.isError ? <ProblemPanel error={cancel.error} /> : null}
      </Table.Td>
      <Table.Td ta="right">
        {found.status === "PENDING" ? (
          <Button size="xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t("cancel")}
          </Button>
        ) : null}
      </Table.Td>
    </Table.Tr>
  )
}
