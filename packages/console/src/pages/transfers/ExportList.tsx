/** The exports of a dataset, newest first: progress, what could not be kept, and the file. */
import { Anchor, Box, Button, Group, Stack } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import type { DatasetPath } from "../../api/dataset.ts"
import { statuses } from "../../api/statuses.ts"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { sizeText } from "../../ui/sizeText.ts"
import { TableSection } from "../../ui/TableSection.tsx"
import { useChange } from "../../ui/useChange.ts"
import { cancelExport, createExport, type Export, makeExportsQuery, removeExport } from "./calls.ts"
import { readReport } from "./report.ts"
import { useTransferColumns } from "./TransferParts.tsx"

export const ExportList = ({ path }: { readonly path: DatasetPath }) => {
  const { i18n, t } = useTranslation("transfers")
  const end = useChange(
    async ({ status, uuid }: Export) => {
      if (status === "PENDING") await cancelExport(path, uuid)
      else await removeExport(path, uuid)
    },
    { stale: [makeExportsQuery(path)], reloadsAfterErrors: true },
  )
  const again = useChange((body: Wire<"NewExport">) => createExport(path, body), {
    stale: [makeExportsQuery(path)],
  })
  const exportWhole = (transfer: Export) => {
    const { format, options } = transfer
    const chosen = [...listStatuses(options), ...listLeftOut(transfer)]
    again.mutate({ ...options, format, statuses: statuses.filter((status) => chosen.includes(status)) })
  }
  const columns = useTransferColumns<Export>(end, 200, {
    name: t("file"),
    pinned: true,
    cell: (transfer) => (
      <Stack gap={4}>
        <Group gap="sm" wrap="nowrap">
          {transfer.url === null ? null : (
            <Anchor href={transfer.url} download size="sm">
              {t("download", { size: sizeText(transfer.size_bytes ?? 0, i18n.language) })}
            </Anchor>
          )}
          <Button
            size="xs"
            variant="default"
            loading={end.isPending && end.variables.uuid === transfer.uuid}
            onClick={() => end.mutate(transfer)}
          >
            {transfer.status === "PENDING" ? t("cancel") : t("delete")}
          </Button>
        </Group>
        {listLeftOut(transfer).length === 0 ? null : (
          <Anchor component="button" type="button" size="sm" ta="left" onClick={() => exportWhole(transfer)}>
            {t("include")}
          </Anchor>
        )}
      </Stack>
    ),
  })
  return (
    <Box mt="md">
      <ProblemPanel error={again.error} />
      <TableSection
        title={t("export.list")}
        query={useQuery(makeExportsQuery(path))}
        rowKey={({ uuid }) => uuid}
        columns={columns}
        empty={t("export.none")}
        minWidth={720}
      />
    </Box>
  )
}

/** The statuses of an export's options. */
const listStatuses = (options: object): ReadonlyArray<unknown> =>
  "statuses" in options && Array.isArray(options.statuses) ? options.statuses : []

/** The statuses whose samples an export left out. */
const listLeftOut = ({ report }: Export): ReadonlyArray<string> =>
  readReport(report)?.leftOutStatuses.map(([status]) => status) ?? []
