/** Two people have changed the same settings: one chooses whose count. */
import { Alert, Button, Group, List, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { ChangedMeanwhile } from "./calls.ts"
import { useFieldWords } from "./useFieldWords.ts"

interface ConflictProps {
  readonly conflict: ChangedMeanwhile
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}

export const Conflict = ({ conflict, onKeepMine, onTakeTheirs }: ConflictProps) => {
  const { t } = useTranslation("datasetSettings")
  const { translateField, formatFieldValue } = useFieldWords()
  return (
    <Alert
      color="yellow"
      role="alert"
      title={
        <Text span c="var(--mantine-color-text)" fw={600}>
          {t("conflict.title")}
        </Text>
      }
    >
      <Text>{t("conflict.text")}</Text>
      <List size="sm" mt="xs">
        {conflict.fields.map((field) => (
          <List.Item key={field}>
            <Text span size="sm" fw={600}>
              {translateField(field)}
            </Text>
            <Text size="sm" lineClamp={3} style={{ overflowWrap: "anywhere" }}>
              {t("conflict.theirs", { value: formatFieldValue(field, conflict.latest.dataset[field]) })}
            </Text>
          </List.Item>
        ))}
      </List>
      <Group mt="sm">
        <Button variant="default" onClick={onKeepMine}>
          {t("conflict.keepMine")}
        </Button>
        <Button variant="default" onClick={onTakeTheirs}>
          {t("conflict.takeTheirs")}
        </Button>
      </Group>
    </Alert>
  )
}
