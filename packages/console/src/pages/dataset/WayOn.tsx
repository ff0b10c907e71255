/** The next steps in a dataset that has samples and no finished work yet, as far as the caller may take them. */
import { Group, Stack, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { toDatasetPath } from "../../api/dataset.ts"
import { countToLabel } from "../../api/waiting.ts"
import { LinkButton } from "../../ui/LinkButton.tsx"
import { makeLatestQuery } from "../configuration/calls.ts"

export const WayOn = ({ dataset }: { readonly dataset: Wire<"Dataset"> }) => {
  const { t } = useTranslation("dataset")
  const path = toDatasetPath(dataset)
  const { data: configuration } = useQuery({ ...makeLatestQuery(path), refetchInterval: false })
  const { permissions, samples_count: samples } = dataset
  if (samples === 0 || configuration === undefined || dataset.archived) return null
  const lacksCategories = !hasCategories(configuration.text)
  const configures = lacksCategories && permissions.includes("configure")
  const labels = permissions.includes("label") && countToLabel(dataset.label_stats) > 0
  const invites = permissions.includes("edit_collaborators")
  if (!configures && !labels && !invites) return null
  return (
    <Stack component="section" gap="xs" aria-label={t("wayOn.title")}>
      <Title order={2}>{t("wayOn.title")}</Title>
      <Text c="dimmed">{t(lacksCategories ? "wayOn.categoriesFirst" : "wayOn.ready")}</Text>
      <Group gap="sm">
        {configures ? (
          <LinkButton variant="filled" to="/d/$owner/$dataset/configuration" params={path}>
            {t("wayOn.configure")}
          </LinkButton>
        ) : null}
        {labels ? (
          <LinkButton variant={configures ? "default" : "filled"} to="/d/$owner/$dataset/label" params={path}>
            {t("wayOn.label")}
          </LinkButton>
        ) : null}
        {invites ? (
          <LinkButton to="/d/$owner/$dataset/settings" params={path} search={{ view: "people" }}>
            {t("wayOn.invite")}
          </LinkButton>
        ) : null}
      </Group>
    </Stack>
  )
}

const hasCategories = (text: string): boolean => {
  const configuration: unknown = JSON.parse(text)
  return (
    typeof configuration === "object" &&
    configuration !== null &&
    "categories" in configuration &&
    Array.isArray(configuration.categories) &&
    configuration.categories.length > 0
  )
}
