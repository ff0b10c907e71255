/** The next steps in a dataset that has samples, as far as its labels need them and the caller may take them. */
import { Group, Stack, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { toDatasetPath } from "../../api/dataset.ts"
import { LinkButton } from "../../ui/LinkButton.tsx"
import { makeLatestQuery } from "../configuration/calls.ts"
import { findNextStep } from "./work.ts"

export const NextSteps = ({ dataset }: { readonly dataset: Wire<"Dataset"> }) => {
  const { t } = useTranslation("dataset")
  const path = toDatasetPath(dataset)
  const { data: configuration } = useQuery({ ...makeLatestQuery(path), refetchInterval: false })
  const { permissions, samples_count: samples } = dataset
  if (samples === 0 || configuration === undefined || dataset.archived) return null
  const step = findNextStep(dataset.label_stats)
  const isToLabel = step === "label" || step === "labelRest"
  const lacksCategories = isToLabel && !hasCategories(configuration.text)
  const configures = lacksCategories && permissions.includes("configure")
  const labels = isToLabel && permissions.includes("label")
  const reviews = step === "review" && permissions.includes("review")
  const releases = step === "finished"
  const invites = permissions.includes("edit_collaborators")
  if (!configures && !labels && !reviews && !releases && !invites) return null
  return (
    <Stack component="section" gap="xs" aria-label={t("nextSteps.title")}>
      <Title order={2}>{t("nextSteps.title")}</Title>
      <Text c="dimmed">{t(`nextSteps.${lacksCategories ? "categories" : step}`)}</Text>
      <Group gap="sm">
        {configures ? (
          <LinkButton variant="filled" to="/d/$owner/$dataset/configuration" params={path}>
            {t("nextSteps.configure")}
          </LinkButton>
        ) : null}
        {labels ? (
          <LinkButton variant={configures ? "default" : "filled"} to="/d/$owner/$dataset/label" params={path}>
            {t("nextSteps.startLabeling")}
          </LinkButton>
        ) : null}
        {reviews ? (
          <LinkButton variant="filled" to="/d/$owner/$dataset/review" params={path}>
            {t("nextSteps.startReviewing")}
          </LinkButton>
        ) : null}
        {releases ? (
          <LinkButton to="/d/$owner/$dataset/releases" params={path}>
            {t("nextSteps.releases")}
          </LinkButton>
        ) : null}
        {invites ? (
          <LinkButton to="/d/$owner/$dataset/settings" params={path} search={{ view: "people" }}>
            {t("nextSteps.invite")}
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
