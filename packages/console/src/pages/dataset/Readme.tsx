/** The readme of a dataset, and a way to write one. */
import { Anchor, Group, Stack, Text, Title } from "@mantine/core"
import { Link } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import type { DatasetPath } from "../../api/dataset.ts"
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
          <Anchor
            size="sm"
            renderRoot={(props) => (
              <Link to="/d/$owner/$dataset/settings" params={path} search={{ view: "general" }} {...props} />
            )}
          >
            {isEmpty ? t("readme.write") : t("readme.edit")}
          </Anchor>
        ) : null}
      </Group>
      {isEmpty ? <Text c="dimmed">{t("readme.none")}</Text> : <Markdown text={dataset.readme} first={3} />}
    </Stack>
  )
}
