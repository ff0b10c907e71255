/** The table of endpoints: where events go, which ones, and how it went. */
import { Stack, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { LinkAnchor } from "../../ui/LinkButton.tsx"
import { RecordTable } from "../../ui/TableSection.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { When } from "../../ui/When.tsx"
import type { Endpoint } from "./calls.ts"
import { EndpointState } from "./EndpointState.tsx"
import { HealthBar } from "./HealthBar.tsx"
import { Scope } from "./Scope.tsx"

interface EndpointTableProps {
  readonly endpoints: ReadonlyArray<Endpoint>
  readonly owner: string | undefined
}

export const EndpointTable = ({ endpoints, owner }: EndpointTableProps) => {
  const { t } = useTranslation("webhooks")
  const search = owner === undefined ? {} : { owner }
  return (
    <RecordTable
      label={t("tabs.endpoints")}
      query={{ data: endpoints, error: null }}
      rowKey={({ uuid }) => uuid}
      columns={[
        {
          name: t("endpoints.url"),
          // As wide as the others leave it.
          td: { w: "100%", miw: 200, maw: 0 },
          cell: ({ description, url, uuid: endpoint }) => (
            <Stack gap={0}>
              <LinkAnchor
                to="/webhooks/$endpoint"
                params={{ endpoint }}
                search={search}
                truncate
                size="sm"
                title={url}
              >
                {url}
              </LinkAnchor>
              {description === "" ? null : (
                <Text size="xs" c="dimmed" truncate>
                  <Visible text={description} />
                </Text>
              )}
            </Stack>
          ),
        },
        { name: t("endpoints.scope"), td: { miw: 180 }, cell: (endpoint) => <Scope endpoint={endpoint} /> },
        { name: t("endpoints.state"), cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
        {
          name: t("endpoints.day"),
          td: { miw: 150 },
          cell: ({ counts }) => <HealthBar counts={counts.last_24_hours} />,
        },
        {
          name: t("endpoints.lastFailure"),
          cell: ({ last_failure_at: at }) => (at === null ? "–" : <When at={at} />),
        },
      ]}
      minWidth={720}
    />
  )
}
