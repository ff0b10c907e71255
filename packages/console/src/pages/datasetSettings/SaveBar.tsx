/** Shows what stands below a form of settings: problems without a field, a conflict, and the button that saves. */
import { Button, Group, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { Conflict } from "./Conflict.tsx"
import type { Settings } from "./calls.ts"
import type { Saving } from "./useSaving.ts"

interface SaveBarProps {
  readonly isChanged: boolean
  readonly saving: Saving
  /** Null when every problem stands at its field. */
  readonly error: Error | null
  readonly onSaveOver: (latest: Settings) => void
}

export const SaveBar = (props: SaveBarProps) => {
  const { t } = useTranslation("datasetSettings")
  const { error, isChanged, saving } = props
  const { conflict, isSaved, isSaving } = saving
  return (
    <>
      {conflict === undefined ? null : (
        <Conflict
          conflict={conflict}
          onKeepMine={() => props.onSaveOver(conflict.latest)}
          onTakeTheirs={() => saving.takeLatest(conflict.latest)}
        />
      )}
      {error === null || conflict !== undefined ? null : <ProblemPanel error={error} />}
      <Group>
        <Button type="submit" disabled={!isChanged} loading={isSaving}>
          {t("save")}
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {isChanged ? t("unsaved") : isSaved ? t("saved") : ""}
        </Text>
      </Group>
    </>
  )
}
