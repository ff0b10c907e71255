/** The releases of a dataset: the state at one time as a file that never changes. */
import { Group, Select, Skeleton, Stack, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { type DatasetPath, makeDatasetQuery } from "../../api/dataset.ts"
import { LinkButton } from "../../ui/LinkButton.tsx"
import { Page } from "../../ui/Page.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { makeReleasesQuery, type Release } from "./calls.ts"
import { NewRelease } from "./NewRelease.tsx"
import { ReleaseCard } from "./ReleaseCard.tsx"

const route = getRouteApi("/signed-in/d/$owner/$dataset/releases")

export const ReleasesPage = () => {
  const { t } = useTranslation("releases")
  const path = route.useParams()
  const dataset = useQuery(makeDatasetQuery(path))
  const { data, error, refetch } = useQuery(makeReleasesQuery(path))
  const permissions = dataset.data?.permissions ?? []
  const mayCreate = permissions.includes("create_releases")
  return (
    <Page title={t("title", { name: `${path.owner}/${path.dataset}` })}>
      {mayCreate ? <NewRelease path={path} /> : null}
      <ProblemPanel error={error} onRetry={refetch} />
      {data === undefined && error === null ? <Skeleton h={240} /> : null}
      {data?.length === 0 ? <Text c="dimmed">{t("none")}</Text> : null}
      {data === undefined || data.length < 2 ? null : <Compare path={path} releases={data} />}
      {data?.map((release) => (
        <ReleaseCard
          key={release.uuid}
          path={path}
          release={release}
          mayAudit={permissions.includes("review")}
          mayChange={mayCreate}
        />
      ))}
    </Page>
  )
}

interface CompareProps {
  readonly path: DatasetPath
  readonly releases: ReadonlyArray<Release>
}

/** Leads to what changed between two releases: from the second newest to the newest at first. */
const Compare = ({ path, releases }: CompareProps) => {
  const { t } = useTranslation("releases")
  const names = releases.filter(({ status }) => status === "SUCCEEDED").map(({ name }) => name)
  const [from, setFrom] = useState<string | null>(null)
  const [to, setTo] = useState<string | null>(null)
  const [newest = "", second = ""] = names
  if (second === "") return null
  const [release, other] = [from ?? second, to ?? newest]
  return (
    <Stack gap="xs" component="section">
      <Title order={2}>{t("diff.heading")}</Title>
      <Group gap="xs" align="flex-end">
        <Select
          label={t("diff.from")}
          allowDeselect={false}
          data={names}
          value={release}
          onChange={setFrom}
        />
        <Select label={t("diff.to")} allowDeselect={false} data={names} value={other} onChange={setTo} />
        <LinkButton
          disabled={release === other}
          to="/d/$owner/$dataset/releases/$release/diff/$other"
          params={{ ...path, release, other }}
        >
          {t("diff.compare")}
        </LinkButton>
      </Group>
    </Stack>
  )
}
