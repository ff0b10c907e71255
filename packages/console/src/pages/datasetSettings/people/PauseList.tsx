/** The people who are paused in a dataset, with the reasons. */
import { Button, Group, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../../api/dataset.ts"
import { ProblemPanel } from "../../../ui/ProblemPanel.tsx"
import { TableSection } from "../../../ui/TableSection.tsx"
import { useChange } from "../../../ui/useChange.ts"
import { When } from "../../../ui/When.tsx"
import { makePausesQuery, removePause } from "./calls.ts"

interface PauseListProps {
  readonly path: DatasetPath
  /** Whether the caller may end the pause of the person, and change its reason. */
  readonly mayChange: (name: string) => boolean
  readonly onChangeReason: (name: string, reason: string) => void
}

export const PauseList = ({ mayChange, onChangeReason, path }: PauseListProps) => {
  const { t } = useTranslation("datasetSettings")
  const query = useQuery(makePausesQuery(path))
  const resume = useChange((name: string) => removePause(path, name), {
    stale: [makePausesQuery(path)],
    reloadsAfterErrors: true,
  })
  return (
    <>
      <TableSection
        title={t("pauses.title")}
        query={query}
        rowKey={({ user }) => user}
        columns={[
          { name: t("people.person"), cell: ({ user }) => user },
          {
            name: t("pauses.reason"),
            cell: ({ reason }) => (
              <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                {reason}
              </Text>
            ),
          },
          { name: t("pauses.since"), cell: ({ paused_at: at }) => <When at={at} /> },
          { name: t("pauses.by"), cell: ({ paused_by: by }) => by ?? t("pauses.server") },
          {
            name: t("people.actions"),
            hidden: true,
            cell: ({ reason, user }) =>
              mayChange(user) ? (
                <Group gap="xs" wrap="nowrap">
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={t("pauses.changeOf", { name: user })}
                    onClick={() => onChangeReason(user, reason)}
                  >
                    {t("pauses.change")}
                  </Button>
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={t("pauses.endOf", { name: user })}
                    loading={resume.isPending && resume.variables === user}
                    onClick={() => resume.mutate(user)}
                  >
                    {t("pauses.end")}
                  </Button>
                </Group>
              ) : null,
          },
        ]}
        empty={t("pauses.none")}
        minWidth={480}
      />
      <ProblemPanel error={resume.error} />
    </>
  )
}
