/** The datasets of an organization that the caller may see. */
import { Group, Skeleton, Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { LinkButton } from "../../ui/LinkButton.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { DatasetTable } from "../datasets/DatasetTable.tsx"
import { makeOrganizationDatasetsQuery, makeOrganizationQuery, rowsPerPage } from "./calls.ts"
import { OrganizationFrame } from "./OrganizationFrame.tsx"

const route = getRouteApi("/signed-in/orgs/$organization/datasets")

export const OrganizationDatasetsPage = () => {
  const { organization } = route.useParams()
  return (
    <OrganizationFrame organization={organization} tab="datasets">
      <Datasets organization={organization} />
    </OrganizationFrame>
  )
}

const Datasets = ({ organization }: { readonly organization: string }) => {
  const { t } = useTranslation("organizations")
  const { page = 1 } = route.useSearch()
  const { data, error, refetch } = useQuery(makeOrganizationDatasetsQuery(organization, page))
  if (error !== null) return <ProblemPanel error={error} onRetry={refetch} />
  if (data === undefined) return <Skeleton h={240} />
  if (data.length === 0 && page === 1) return <NoDatasets organization={organization} />
  return (
    <Stack>
      <DatasetTable datasets={data} />
      <Group>
        {page === 1 ? null : (
          <LinkButton
            to="/orgs/$organization/datasets"
            params={{ organization }}
            search={page === 2 ? {} : { page: page - 1 }}
          >
            {t("previous")}
          </LinkButton>
        )}
        {data.length < rowsPerPage ? null : (
          <LinkButton to="/orgs/$organization/datasets" params={{ organization }} search={{ page: page + 1 }}>
            {t("next")}
          </LinkButton>
        )}
      </Group>
    </Stack>
  )
}

/** Those who manage the organization can give it a dataset. */
const NoDatasets = ({ organization }: { readonly organization: string }) => {
  const { t } = useTranslation("organizations")
  const { data } = useQuery(makeOrganizationQuery(organization))
  return (
    <Stack align="flex-start">
      <Text c="dimmed">{t("noDatasets")}</Text>
      {data?.members === undefined ? null : (
        <LinkButton variant="filled" to="/new-dataset" search={{ owner: organization }}>
          {t("newDataset")}
        </LinkButton>
      )}
    </Stack>
  )
}
