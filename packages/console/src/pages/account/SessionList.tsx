/** The open sessions of the account in browsers, and how to end one. */
import { Button, Table } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { TableSection } from "../../ui/TableSection.tsx"
import { When } from "../../ui/When.tsx"
import { endSession, sessionsQuery } from "./keyQueries.ts"

export const SessionList = () => {
  const { t } = useTranslation("account")
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(sessionsQuery)
  const end = useMutation({
    mutationFn: endSession,
    onSuccess: () => client.invalidateQueries(sessionsQuery),
  })
  return (
    <TableSection
      title={t("sessions")}
      columns={[
        { name: t("begun") },
        { name: t("lastSeen") },
        { name: t("ends") },
        { name: t("actions"), hidden: true },
      ]}
      rows={data}
      error={error ?? end.error}
      onRetry={refetch}
      minWidth={480}
    >
      {(session) => (
        <Table.Tr key={session.uuid}>
          <Table.Td>
            <When at={session.created_at} />
          </Table.Td>
          <Table.Td>
            <When at={session.last_seen_at} />
          </Table.Td>
          <Table.Td>
            <When at={session.ends_at} />
          </Table.Td>
          <Table.Td ta="right" h={40}>
            {session.current ? (
              t("thisSession")
            ) : (
              <Button variant="default" size="compact-xs" onClick={() => end.mutate(session.uuid)}>
                {t("end")}
              </Button>
            )}
          </Table.Td>
        </Table.Tr>
      )}
    </TableSection>
  )
}
