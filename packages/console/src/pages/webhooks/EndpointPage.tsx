/** One endpoint: how it does, its secret, a test, a recovery, and its deliveries. */
import { Group, Stack, Table, Text, Title } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { hasStatus } from "../../api/problem.ts"
import { NotFoundPage } from "../../app/NotFoundPage.tsx"
import { useApi } from "../../app/Surroundings.ts"
import { LinkButton } from "../../ui/LinkButton.tsx"
import { Page } from "../../ui/Page.tsx"
import { QueryContent } from "../../ui/QueryContent.tsx"
import { AllEndpoints } from "./AllEndpoints.tsx"
import { type Endpoint, makeEndpointQuery } from "./calls.ts"
import { DeliveryList } from "./DeliveryList.tsx"
import classes from "./EndpointPage.module.css"
import { EndpointState } from "./EndpointState.tsx"
import { getEndpointName } from "./endpointName.ts"
import { RecoverPanel } from "./RecoverPanel.tsx"
import { Scope } from "./Scope.tsx"
import { SecretPanel } from "./SecretPanel.tsx"
import type { DeliverySearch } from "./search.ts"
import { TestPanel } from "./TestPanel.tsx"

const route = getRouteApi("/signed-in/webhooks/$endpoint")

export const EndpointPage = () => {
  const { t } = useTranslation("webhooks")
  const api = useApi()
  const { endpoint: uuid } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { owner } = search
  const endpointResult = useQuery(makeEndpointQuery(api, owner, uuid))
  if (hasStatus(endpointResult.error, 400, 404)) return <NotFoundPage />
  const endpoint = endpointResult.data
  const account = owner === undefined ? {} : { owner }
  return (
    <Page
      title={endpoint === undefined ? t("endpoint.title") : getEndpointName(endpoint)}
      actions={
        <>
          <AllEndpoints owner={owner} />
          <LinkButton to="/webhooks/$endpoint/settings" params={{ endpoint: uuid }} search={account}>
            {t("endpoint.settings")}
          </LinkButton>
        </>
      }
    >
      <QueryContent query={endpointResult} height={240}>
        {(endpoint) => (
          <>
            <Group gap="md">
              <Text ff="monospace" style={{ overflowWrap: "anywhere" }}>
                {endpoint.url}
              </Text>
              <EndpointState endpoint={endpoint} />
              <Scope endpoint={endpoint} />
            </Group>
            <div className={classes.columns}>
              <Stack gap="lg">
                <Statistics endpoint={endpoint} />
                <TestPanel owner={owner} endpoint={endpoint} />
              </Stack>
              <Stack gap="lg">
                <SecretPanel owner={owner} endpoint={endpoint} />
                <RecoverPanel owner={owner} endpoint={uuid} />
              </Stack>
            </div>
          </>
        )}
      </QueryContent>
      <Title order={2}>{t("tabs.deliveries")}</Title>
      <DeliveryList
        endpoint={uuid}
        search={search}
        onChange={(next: DeliverySearch) => navigate({ search: next })}
      />
    </Page>
  )
}

const Statistics = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  const { i18n, t } = useTranslation("webhooks")
  const number = new Intl.NumberFormat(i18n.resolvedLanguage)
  const { last_24_hours: day, last_7_days: week } = endpoint.counts
  return (
    <Stack gap="sm">
      <Title order={2}>{t("statistics.title")}</Title>
      <Table maw={420}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("statistics.what")}</Table.Th>
            <Table.Th ta="right">{t("statistics.day")}</Table.Th>
            <Table.Th ta="right">{t("statistics.week")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(["delivered", "failed", "dead"] as const).map((key) => (
            <Table.Tr key={key}>
              <Table.Th scope="row">{t(`statistics.${key}`)}</Table.Th>
              <Table.Td ta="right">{number.format(day[key])}</Table.Td>
              <Table.Td ta="right">{number.format(week[key])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}
