/** The newest releases of a dataset. */
import { Group, Stack, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { LinkAnchor } from "../../ui/LinkButton.tsx"
import { QueryContent } from "../../ui/QueryContent.tsx"
import { When } from "../../ui/When.tsx"
import { makeReleasesQuery } from "../releases/calls.ts"

const shown = 3

export const RecentReleases = ({ path }: { readonly path: DatasetPath }) => {
  const { t } = useTranslation("dataset")
  const query = useQuery(makeReleasesQuery(path))
  return (
    <Stack component="section" gap="xs">
      <Group justify="space-between">
        <Title order={2}>{t("releases.title")}</Title>
        <LinkAnchor size="sm" to="/d/$owner/$dataset/releases" params={path}>
          {t("releases.all")}
        </LinkAnchor>
      </Group>
      <QueryContent query={query} height={24}>
        {(releases) => (
          <>
            {releases.length === 0 ? <Text c="dimmed">{t("releases.none")}</Text> : null}
            {releases.slice(0, shown).map(({ created_at, name, status, uuid }) => (
              <Group key={uuid} justify="space-between" gap="sm" wrap="nowrap">
                <Text truncate>{name}</Text>
                <Text size="sm" c="dimmed" style={{ flex: "none" }}>
                  {status === "SUCCEEDED" ? <When at={created_at} /> : t(`releases.states.${status}`)}
                </Text>
              </Group>
            ))}
          </>
        )}
      </QueryContent>
    </Stack>
  )
}
