/** The newest releases of a dataset. */
import { Anchor, Group, Skeleton, Stack, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { When } from "../../ui/When.tsx"
import { makeReleasesQuery } from "../releases/calls.ts"

const shown = 3

export const RecentReleases = ({ path }: { readonly path: DatasetPath }) => {
  const { t } = useTranslation("dataset")
  const { data, error, refetch } = useQuery(makeReleasesQuery(path))
  return (
    <Stack component="section" gap="xs">
      <Group justify="space-between">
        <Title order={2}>{t("releases.title")}</Title>
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to="/d/$owner/$dataset/releases" params={path} {...props} />}
        >
          {t("releases.all")}
        </Anchor>
      </Group>
      {error === null ? null : <ProblemPanel error={error} onRetry={refetch} />}
      {data === undefined && error === null ? <Skeleton h={24} /> : null}
      {data?.length === 0 ? <Text c="dimmed">{t("releases.none")}</Text> : null}
      {data?.slice(0, shown).map(({ created_at, name, status, uuid }) => (
        <Group key={uuid} justify="space-between" gap="sm" wrap="nowrap">
          <Text truncate>{name}</Text>
          <Text size="sm" c="dimmed" style={{ flex: "none" }}>
            {status === "SUCCEEDED" ? <When at={created_at} /> : t(`releases.states.${status}`)}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}
