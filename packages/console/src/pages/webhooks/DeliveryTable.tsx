/** The table of deliveries. A row opens its drawer by a click on its event or with Enter. */
import { Table, Text, UnstyledButton } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { When } from "../../ui/When.tsx"
import type { Delivery, Endpoint } from "./calls.ts"
import { DeliveryState } from "./DeliveryState.tsx"

interface DeliveryTableProps {
  readonly deliveries: ReadonlyArray<Delivery>
  /** Given: the table says which endpoint a delivery goes to. */
  readonly endpoints: ReadonlyArray<Endpoint> | undefined
  readonly selected: string | undefined
  readonly onSelect: (uuid: string) => void
}

export const DeliveryTable = ({ deliveries, endpoints, onSelect, selected }: DeliveryTableProps) => {
  const { t } = useTranslation("webhooks")
  const urls = new Map(endpoints?.map(({ url, uuid }) => [uuid, url]))
  return (
    <Table.ScrollContainer minWidth={640} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("deliveries.event")}</Table.Th>
            {endpoints === undefined ? null : <Table.Th>{t("deliveries.endpoint")}</Table.Th>}
            <Table.Th>{t("deliveries.state")}</Table.Th>
            <Table.Th>{t("deliveries.answer")}</Table.Th>
            <Table.Th>{t("deliveries.attempts")}</Table.Th>
            <Table.Th>{t("deliveries.created")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {deliveries.map((delivery) => (
            <Table.Tr
              key={delivery.uuid}
              aria-selected={delivery.uuid === selected}
              onClick={() => onSelect(delivery.uuid)}
              style={{ cursor: "pointer" }}
            >
              <Table.Td style={{ whiteSpace: "nowrap" }}>
                <UnstyledButton fz="sm" ff="monospace" onClick={() => onSelect(delivery.uuid)}>
                  {delivery.event_type}
                </UnstyledButton>
                {delivery.origin === "live" ? null : (
                  <Text span size="xs" c="dimmed" ml={6}>
                    {t(`origin.${delivery.origin}`)}
                  </Text>
                )}
              </Table.Td>
              {endpoints === undefined ? null : (
                <Table.Td w="100%" miw={160} maw={0}>
                  <Text size="sm" truncate title={urls.get(delivery.endpoint)}>
                    {urls.get(delivery.endpoint) ?? delivery.endpoint}
                  </Text>
                </Table.Td>
              )}
              <Table.Td>
                <DeliveryState delivery={delivery} />
              </Table.Td>
              <Table.Td>{delivery.last_status ?? "–"}</Table.Td>
              <Table.Td>{delivery.attempts_count}</Table.Td>
              <Table.Td>
                <When at={delivery.created_at} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
