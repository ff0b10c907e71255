/** Changes an endpoint, or deletes it with its deliveries. */
import { Stack, Text, Title } from "@mantine/core"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { hasStatus } from "../../api/problem.ts"
import { NotFoundPage } from "../../app/NotFoundPage.tsx"
import { useApi } from "../../app/Surroundings.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { Page } from "../../ui/Page.tsx"
import { QueryContent } from "../../ui/QueryContent.tsx"
import { useChange } from "../../ui/useChange.ts"
import { DialogButton } from "../../ui/useDialog.tsx"
import { AllEndpoints } from "./AllEndpoints.tsx"
import { type EndpointInput, makeChanges, makeEndpointQuery, makeWebhooksKey } from "./calls.ts"
import { EndpointFields } from "./EndpointFields.tsx"
import { getEndpointName } from "./endpointName.ts"

const route = getRouteApi("/signed-in/webhooks/$endpoint/settings")

export const EndpointSettingsPage = () => {
  const { t } = useTranslation("webhooks")
  const api = useApi()
  const { endpoint: uuid } = route.useParams()
  const { owner } = route.useSearch()
  const client = useQueryClient()
  const navigate = useNavigate()
  // A poll would not reach the fields, which begin with what was there first.
  const endpointResult = useQuery({ ...makeEndpointQuery(api, owner, uuid), refetchInterval: false })
  if (hasStatus(endpointResult.error, 400, 404)) return <NotFoundPage />
  const save = async (body: EndpointInput) => {
    await makeChanges(api, owner).update(uuid, body)
    await client.invalidateQueries({ queryKey: makeWebhooksKey(owner) })
    await navigate({
      to: "/webhooks/$endpoint",
      params: { endpoint: uuid },
      search: owner === undefined ? {} : { owner },
    })
  }
  return (
    <Page
      title={
        endpointResult.data === undefined
          ? t("endpoint.settings")
          : t("endpoint.settingsOf", { name: getEndpointName(endpointResult.data) })
      }
      actions={<AllEndpoints owner={owner} />}
    >
      <QueryContent query={endpointResult} height={480}>
        {(endpoint) => <EndpointFields endpoint={endpoint} submit={t("form.save")} onSubmit={save} />}
      </QueryContent>
      <Removal owner={owner} uuid={uuid} />
    </Page>
  )
}

const Removal = ({ owner, uuid }: { readonly owner: string | undefined; readonly uuid: string }) => {
  const { t } = useTranslation("webhooks")
  const api = useApi()
  const client = useQueryClient()
  const navigate = useNavigate()
  const removing = useChange(() => makeChanges(api, owner).remove(uuid), {
    first: () => {
      client.removeQueries(makeEndpointQuery(api, owner, uuid))
      return navigate({ to: "/webhooks", search: owner === undefined ? {} : { owner } })
    },
    stale: [makeWebhooksKey(owner)],
  })
  return (
    <Stack gap="xs" align="flex-start" mt="xl">
      <Title order={2}>{t("removal.title")}</Title>
      <Text size="sm" c="dimmed">
        {t("removal.text")}
      </Text>
      <DialogButton
        dialog={
          <ActionDialog title={t("removal.title")} action={t("removal.button")} isDangerous change={removing}>
            <Text>{t("removal.text")}</Text>
          </ActionDialog>
        }
      >
        {t("removal.button")}
      </DialogButton>
    </Stack>
  )
}
