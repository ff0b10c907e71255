/** Shows what an endpoint gets. One that gets everything says so: data would otherwise leave unnoticed. */
import { Group, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { StateBadge } from "../../ui/StateBadge.tsx"
import type { Endpoint } from "./calls.ts"

export const Scope = ({ endpoint }: { readonly endpoint: Pick<Endpoint, "datasets" | "event_types"> }) => {
  const { t } = useTranslation("webhooks")
  const { datasets, event_types: types } = endpoint
  if (types.length === 0 && datasets === null)
    return <StateBadge color="orange">{t("scope.everything")}</StateBadge>
  return (
    <Group gap={4}>
      <Text size="sm" title={types.join(", ")}>
        {types.length === 0
          ? t("scope.allEvents")
          : types.length < 4
            ? types.join(", ")
            : t("scope.types", { count: types.length })}
      </Text>
      <Text size="sm" c="dimmed" title={datasets?.join(", ")}>
        {datasets === null ? t("scope.allDatasets") : t("scope.datasets", { count: datasets.length })}
      </Text>
    </Group>
  )
}
