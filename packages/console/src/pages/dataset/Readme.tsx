/** The readme of a dataset, and a way to write one. */
import { Group, Stack, Text, Title } from "@mantine/core"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import type { DatasetPath } from "../../api/dataset.ts"
import { LinkAnchor } from "../../ui/LinkButton.tsx"
import { Markdown } from "../../ui/markdown/Markdown.tsx"

interface ReadmeProps {
  readonly path: DatasetPath
  readonly dataset: Wire<"Dataset">
}

export const Readme = ({ dataset, path }: ReadmeProps) => {
  const { t } = useTranslation("dataset")
  const isEmpty = dataset.readme.trim() === ""
  return (
    <Stack component="section" gap="xs">
      <Group justify="space-between">
        <Title order={2}>{t("readme.title")}</Title>
        {dataset.permissions.includes("edit_settings") ? (
          <LinkAnchor size="sm" to="/d/$owner/$dataset/settings" params={path} search={{ view: "general" }}>
            {isEmpty ? t("readme.write") : t("readme.edit")}
          </LinkAnchor>
        ) : null}
      </Group>
      {isEmpty ? <Text c="dimmed">{t("readme.none")}</Text> : <Markdown text={dataset.readme} first={3} />}
    </Stack>
  )
}
