/** The endpoints of an account, or the button that switches webhooks on. */
import { Button, Skeleton, Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useTranslation } from "react-i18next"
import { makeUserQuery } from "../../api/session.ts"
import { useApi } from "../../app/Surroundings.ts"
import { LinkButton } from "../../ui/LinkButton.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { useChange } from "../../ui/useChange.ts"
import { makeChanges, makeEndpointsQuery } from "./calls.ts"
import { EndpointTable } from "./EndpointTable.tsx"
import { Frame } from "./Frame.tsx"

const route = getRouteApi("/signed-in/webhooks")

export const EndpointsPage = () => {
  const { t } = useTranslation("webhooks")
  const api = useApi()
  const { owner } = route.useSearch()
  const search = owner === undefined ? {} : { owner }
  const user = useQuery(makeUserQuery(api))
  const account =
    owner === undefined ? user.data : user.data?.organizations?.find(({ username }) => username === owner)
  const endpoints = useQuery(makeEndpointsQuery(api, owner))
  const isOn = account?.webhooks_enabled === true
  return (
    <Frame
      owner={owner}
      tab="endpoints"
      actions={
        isOn ? (
          <LinkButton variant="filled" to="/webhooks/new" search={search}>
            {t("endpoints.add")}
          </LinkButton>
        ) : null
      }
    >
      <Stack gap="md">
        {account !== undefined && !isOn ? <EnablePanel owner={owner} /> : null}
        {endpoints.isError ? (
          <ProblemPanel error={endpoints.error} onRetry={() => endpoints.refetch()} />
        ) : endpoints.data === undefined ? (
          <Skeleton height={160} />
        ) : endpoints.data.length > 0 ? (
          <EndpointTable endpoints={endpoints.data} owner={owner} />
        ) : isOn ? (
          <Stack gap={4}>
            <Text fw={600}>{t("endpoints.none")}</Text>
            <Text c="dimmed">{t("endpoints.noneText")}</Text>
          </Stack>
        ) : null}
        {isOn ? <DisableButton owner={owner} /> : null}
      </Stack>
    </Frame>
  )
}

const useSwitch = (owner: string | undefined, change: "enable" | "disable") => {
  const api = useApi()
  return useChange(() => makeChanges(api, owner)[change](), { stale: [makeUserQuery(api)] })
}

const EnablePanel = ({ owner }: { readonly owner: string | undefined }) => {
  const { t } = useTranslation("webhooks")
  const enabling = useSwitch(owner, "enable")
  return (
    <Stack gap="sm" maw={640} align="flex-start">
      <Text>{t("enable.text")}</Text>
      <ProblemPanel error={enabling.error} />
      <Button loading={enabling.isPending} onClick={() => enabling.mutate()}>
        {t("enable.button")}
      </Button>
    </Stack>
  )
}

const DisableButton = ({ owner }: { readonly owner: string | undefined }) => {
  const { t } = useTranslation("webhooks")
  const disabling = useSwitch(owner, "disable")
  return (
    <Stack gap="xs" align="flex-start" mt="xl">
      <ProblemPanel error={disabling.error} />
      <Button variant="default" loading={disabling.isPending} onClick={() => disabling.mutate()}>
        {t("enable.off")}
      </Button>
      <Text size="sm" c="dimmed">
        {t("enable.offText")}
      </Text>
    </Stack>
  )
}
