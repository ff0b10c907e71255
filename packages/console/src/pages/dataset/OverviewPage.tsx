/** The overview of a dataset: how far its labels are. */
import { Stack } from "@mantine/core"
import { useSuspenseQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { datasetQuery } from "../../api/dataset.ts"
import { Page } from "../../ui/Page.tsx"
import { NextSteps } from "./NextSteps.tsx"
import { StatusBar } from "./StatusBar.tsx"

const route = getRouteApi("/signed-in/d/$owner/$dataset/")

export const OverviewPage = () => {
  const { data: dataset } = useSuspenseQuery(datasetQuery(route.useParams()))
  return (
    <Page title={dataset.full_name}>
      <Stack gap="xl" maw={1100}>
        <StatusBar stats={dataset.label_stats} />
        {dataset.samples_count === 0 ? <NextSteps dataset={dataset} /> : null}
      </Stack>
    </Page>
  )
}
