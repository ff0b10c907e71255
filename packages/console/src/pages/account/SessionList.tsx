/** The open sessions of the account in browsers, and how to end one. */
import { Button } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { TableSection } from "../../ui/TableSection.tsx"
import { useChange } from "../../ui/useChange.ts"
import { When } from "../../ui/When.tsx"
import { endSession, sessionsQuery } from "./keyQueries.ts"

export const SessionList = () => {
  const { t } = useTranslation("account")
  const end = useChange(endSession, { stale: [sessionsQuery] })
  return (
    <TableSection
      title={t("sessions")}
      query={useQuery(sessionsQuery)}
      change={end}
      rowKey={({ uuid }) => uuid}
      columns={[
        { name: t("begun"), cell: ({ created_at }) => <When at={created_at} /> },
        { name: t("lastSeen"), cell: ({ last_seen_at }) => <When at={last_seen_at} /> },
        { name: t("ends"), cell: ({ ends_at }) => <When at={ends_at} /> },
        {
          name: t("actions"),
          hidden: true,
          td: { h: 40 },
          cell: ({ current, uuid }) =>
            current ? (
              t("thisSession")
            ) : (
              <Button variant="default" size="compact-xs" onClick={() => end.mutate(uuid)}>
                {t("end")}
              </Button>
            ),
        },
      ]}
      minWidth={480}
    />
  )
}
