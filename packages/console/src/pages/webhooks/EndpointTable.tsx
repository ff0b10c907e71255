/** The table of endpoints: where events go, which ones, and how it went. */
import { Stack, Table, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { LinkAnchor } from "../../ui/LinkButton.tsx"
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
    <Table.ScrollContainer minWidth={720} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("endpoints.url")}</Table.Th>
            <Table.Th miw={180}>{t("endpoints.scope")}</Table.Th>
            <Table.Th>{t("endpoints.state")}</Table.Th>
            <Table.Th miw={150}>{t("endpoints.day")}</Table.Th>
            <Table.Th>{t("endpoints.lastFailure")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {endpoints.map((endpoint) => (
            <Table.Tr key={endpoint.uuid}>
              {/* As wide as the others leave it. */}
              <Table.Td w="100%" miw={200} maw={0}>
                <Stack gap={0}>
                  <LinkAnchor
                    to="/webhooks/$endpoint"
                    params={{ endpoint: endpoint.uuid }}
                    search={search}
                    truncate
                    size="sm"
                    title={endpoint.url}
                  >
                    {endpoint.url}
                  </LinkAnchor>
                  {endpoint.description === "" ? null : (
                    <Text size="xs" c="dimmed" truncate>
                      <Visible text={endpoint.description} />
                    </Text>
                  )}
                </Stack>
              </Table.Td>
              <Table.Td>
                <Scope endpoint={endpoint} />
              </Table.Td>
              <Table.Td>
                <EndpointState endpoint={endpoint} />
              </Table.Td>
              <Table.Td>
                <HealthBar counts={endpoint.counts.last_24_hours} />
              </Table.Td>
              <Table.Td>
                {endpoint.last_failure_at === null ? "–" : <When at={endpoint.last_failure_at} />}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
