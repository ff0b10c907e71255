/** The open sessions of the account in browsers, and how to end one. */
import { Button, Skeleton, Stack, Table, Title, VisuallyHidden } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
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
  const failure = error ?? end.error
  return (
    <Stack component="section" gap="xs">
      <Title order={2}>{t("sessions")}</Title>
      {failure === null ? null : <ProblemPanel error={failure} onRetry={refetch} />}
      {data === undefined && failure === null ? <Skeleton h={72} /> : null}
      {data === undefined ? null : (
        <Table.ScrollContainer minWidth={480}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t("begun")}</Table.Th>
                <Table.Th>{t("lastSeen")}</Table.Th>
                <Table.Th>{t("ends")}</Table.Th>
                <Table.Th>
                  <VisuallyHidden>{t("actions")}</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map((session) => (
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
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Stack>
  )
}
