/** The overview of a dataset: what it is, how far its labels are, and the work on it. */
import { Badge, Box, Group, Stack, Text } from "@mantine/core"
import { useSuspenseQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { makeDatasetQuery } from "../../api/dataset.ts"
import { Page } from "../../ui/Page.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { FirstSteps } from "./FirstSteps.tsx"
import { NextSteps } from "./NextSteps.tsx"
import classes from "./overview.module.css"
import { People } from "./People.tsx"
import { QueueHealth } from "./QueueHealth.tsx"
import { Readme } from "./Readme.tsx"
import { RecentReleases } from "./RecentReleases.tsx"
import { StatusBar } from "./StatusBar.tsx"
import { Throughput } from "./Throughput.tsx"
import { isUntouched } from "./work.ts"

const route = getRouteApi("/signed-in/d/$owner/$dataset/")

export const OverviewPage = () => {
  // The words of the parts: a page that waits for those of a part disappears meanwhile.
  useTranslation(["dataset", "datasetFields", "ui"])
  const path = route.useParams()
  const { data: dataset } = useSuspenseQuery(makeDatasetQuery(path))
  // The API shows work to people with a role.
  const works = dataset.role !== "public"
  const isEmpty = dataset.samples_count === 0
  return (
    <Page title={dataset.full_name}>
      <Stack gap="xl" maw={1100}>
        <About dataset={dataset} />
        <StatusBar path={path} stats={dataset.label_stats} />
        {isEmpty ? <FirstSteps dataset={dataset} /> : null}
        {isUntouched(dataset.label_stats) ? <NextSteps dataset={dataset} /> : null}
        {works && !isEmpty ? (
          <Box className={classes.columns}>
            <Throughput path={path} />
            <QueueHealth path={path} dataset={dataset} />
          </Box>
        ) : null}
        <Box className={classes.columns}>
          <Readme path={path} dataset={dataset} />
          <Stack gap="xl">
            {works && !isEmpty ? <People path={path} /> : null}
            <RecentReleases path={path} />
          </Stack>
        </Box>
      </Stack>
    </Page>
  )
}

const About = ({ dataset }: { readonly dataset: Wire<"Dataset"> }) => {
  const { t } = useTranslation(["dataset", "datasetFields"])
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Badge variant="outline" color="gray" c="var(--mantine-color-text)" tt="none">
          {t(`datasetFields:taskTypes.${dataset.task_type}.name`)}
        </Badge>
        <Badge variant="outline" color="gray" c="var(--mantine-color-text)" tt="none">
          {dataset.public ? t("datasetFields:public.name") : t("datasetFields:private.name")}
        </Badge>
      </Group>
      {dataset.description === "" ? null : (
        <Text style={{ overflowWrap: "anywhere" }} lineClamp={6}>
          <Visible text={dataset.description} />
        </Text>
      )}
    </Stack>
  )
}
