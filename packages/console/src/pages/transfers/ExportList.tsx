/** The exports of a dataset, newest first: progress, what could not be kept, and the file. */
import { Anchor, Box, Button, Group, Table } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { sizeText } from "../../ui/sizeText.ts"
import { TableSection } from "../../ui/TableSection.tsx"
import { When } from "../../ui/When.tsx"
import { cancelExport, type Export, makeExportsQuery, removeExport } from "./calls.ts"
import { Outcome, TransferState, useTransferColumns } from "./TransferParts.tsx"

export const ExportList = ({ path }: { readonly path: DatasetPath }) => {
  const { t } = useTranslation("transfers")
  const { data, error, refetch } = useQuery(makeExportsQuery(path))
  const columns = useTransferColumns({ name: t("file"), pinned: true })
  return (
    <Box mt="md">
      <TableSection
        title={t("export.list")}
        columns={columns}
        rows={data}
        error={error}
        onRetry={refetch}
        empty={t("export.none")}
        minWidth={720}
      >
        {(one) => <ExportRow key={one.uuid} path={path} found={one} />}
      </TableSection>
    </Box>
  )
}

const ExportRow = ({ found, path }: { readonly found: Export; readonly path: DatasetPath }) => {
  const { i18n, t } = useTranslation("transfers")
  const client = useQueryClient()
  const isPending = found.status === "PENDING"
  const end = useMutation({
    mutationFn: async () => {
      if (isPending) await cancelExport(path, found.uuid)
      else await removeExport(path, found.uuid)
    },
    onSettled: () => client.invalidateQueries(makeExportsQuery(path)),
  })
  return (
    <Table.Tr>
      <Table.Td>
        <When at={found.created_at} />
      </Table.Td>
      <Table.Td>{found.format}</Table.Td>
      <Table.Td>
        <TransferState transfer={found} />
      </Table.Td>
      <Table.Td ta="right">{new Intl.NumberFormat(i18n.language).format(found.samples_done)}</Table.Td>
      <Table.Td miw={200}>
        <Outcome transfer={found} />
        {end.isError ? <ProblemPanel error={end.error} /> : null}
      </Table.Td>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          {found.url === null ? null : (
            <Anchor href={found.url} download size="sm">
              {t("download", { size: sizeText(found.size_bytes ?? 0, i18n.language) })}
            </Anchor>
          )}
          <Button size="xs" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
            {isPending ? t("cancel") : t("delete")}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}
