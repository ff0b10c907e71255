/** A new endpoint. Its page follows, where a test shows whether events arrive. */
import { useQueryClient } from "@tanstack/react-query"
import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { useApi } from "../../app/Surroundings.ts"
import { Page } from "../../ui/Page.tsx"
import { AllEndpoints } from "./AllEndpoints.tsx"
import { type EndpointInput, makeChanges, makeWebhooksKey } from "./calls.ts"
import { EndpointFields } from "./EndpointFields.tsx"

const route = getRouteApi("/signed-in/webhooks/new")

export const NewEndpointPage = () => {
  const { t } = useTranslation("webhooks")
  const api = useApi()
  const { owner } = route.useSearch()
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = async (body: EndpointInput) => {
    const made = await makeChanges(api, owner).create(body)
    await client.invalidateQueries({ queryKey: makeWebhooksKey(owner) })
    await navigate({
      to: "/webhooks/$endpoint",
      params: { endpoint: made.uuid },
      search: owner === undefined ? {} : { owner },
    })
  }
  return (
    <Page title={t("endpoints.add")} actions={<AllEndpoints owner={owner} />}>
      <EndpointFields submit={t("form.create")} onSubmit={create} />
    </Page>
  )
}
