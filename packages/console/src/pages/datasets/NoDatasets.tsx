/** Shows what the list says to somebody without datasets: what one is, and two ways to create it. */
import { Stack, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { CopyField } from "../../ui/CopyField.tsx"
import { formatCurl } from "../../ui/curl.ts"

const example = { name: "my-dataset", category: "other", task_type: "bboxes" }

export const NoDatasets = () => {
  const { t } = useTranslation("datasets")
  return (
    <Stack gap="xs" maw={720}>
      <Text fw={600}>{t("empty")}</Text>
      <Text c="dimmed">{t("emptyText")}</Text>
      <Text c="dimmed" mt="md">
        {t("emptyApi")}
      </Text>
      <CopyField value={formatCurl("POST", "/user/datasets/", example)} />
    </Stack>
  )
}
