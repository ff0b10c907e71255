/** The imports of a dataset, newest first, each with what became of it. */
import { Box, Button } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { useTranslation } from "react-i18next"
import { type DatasetPath, makeDatasetQuery, makeSamplesKey } from "../../api/dataset.ts"
import { TableSection } from "../../ui/TableSection.tsx"
import { useChange } from "../../ui/useChange.ts"
import { cancelImport, type Import, makeImportsQuery } from "./calls.ts"
import { useTransferColumns } from "./TransferParts.tsx"

export const ImportList = ({ path }: { readonly path: DatasetPath }) => {
  const { t } = useTranslation("transfers")
  const client = useQueryClient()
  const imports = useQuery(makeImportsQuery(path))
  const cancel = useChange(({ uuid }: Import) => cancelImport(path, uuid), {
    stale: [makeImportsQuery(path)],
    reloadsAfterErrors: true,
  })
  const columns = useTransferColumns<Import>(cancel, 240, {
    name: t("actions"),
    hidden: true,
    cell: (transfer) =>
      transfer.status === "PENDING" ? (
        <Button
          size="xs"
          variant="default"
          loading={cancel.isPending && cancel.variables.uuid === transfer.uuid}
          onClick={() => cancel.mutate(transfer)}
        >
          {t("cancel")}
        </Button>
      ) : null,
  })
  const running = imports.data?.filter(({ status }) => status === "PENDING").length ?? 0
  const before = useRef(0)
  useEffect(() => {
    if (running < before.current) {
      client.invalidateQueries({ queryKey: makeSamplesKey(path) })
      client.invalidateQueries(makeDatasetQuery(path))
    }
    before.current = running
  }, [client, path, running])
  return (
    <Box mt="md">
      <TableSection
        title={t("import.list")}
        query={imports}
        rowKey={({ uuid }) => uuid}
        columns={columns}
        empty={t("import.none")}
        minWidth={640}
      />
    </Box>
  )
}
