/** The keys of the account: a table, and the dialogs that make and revoke one. */
import {
  Badge,
  Button,
  Code,
  Group,
  Skeleton,
  Stack,
  Table,
  Text,
  Title,
  VisuallyHidden,
} from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { When } from "../../ui/When.tsx"
import { isSoon } from "./expiry.ts"
import { keysQuery } from "./keyQueries.ts"
import { NewKeyDialog } from "./NewKeyDialog.tsx"
import { RevokeKeyDialog } from "./RevokeKeyDialog.tsx"

export const Keys = () => {
  const { t } = useTranslation("account")
  const { data, error, refetch } = useQuery(keysQuery)
  const [isMaking, setMaking] = useState(false)
  const [revoked, setRevoked] = useState<Wire<"ApiKey">>()
  return (
    <Stack component="section" gap="xs">
      <Group justify="space-between">
        <Title order={2}>{t("keys")}</Title>
        <Button size="xs" onClick={() => setMaking(true)}>
          {t("newKey")}
        </Button>
      </Group>
      {error === null ? null : <ProblemPanel error={error} onRetry={refetch} />}
      {data === undefined && error === null ? <Skeleton h={72} /> : null}
      {data === undefined ? null : <KeyTable keys={data} onRevoke={setRevoked} />}
      {isMaking ? <NewKeyDialog onClose={() => setMaking(false)} /> : null}
      {revoked === undefined ? null : (
        <RevokeKeyDialog apiKey={revoked} onClose={() => setRevoked(undefined)} />
      )}
    </Stack>
  )
}

interface KeyTableProps {
  readonly keys: ReadonlyArray<Wire<"ApiKey">>
  readonly onRevoke: (key: Wire<"ApiKey">) => void
}

const KeyTable = ({ keys, onRevoke }: KeyTableProps) => {
  const { t } = useTranslation("account")
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("description")}</Table.Th>
            <Table.Th>{t("key")}</Table.Th>
            <Table.Th>{t("created")}</Table.Th>
            <Table.Th>{t("lastUsed")}</Table.Th>
            <Table.Th>{t("expires")}</Table.Th>
            <Table.Th>
              <VisuallyHidden>{t("actions")}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <Table.Tr key={key.id}>
              <Table.Td>
                <Text>{key.description}</Text>
                {key.scope === null ? null : <Limits scope={key.scope} />}
              </Table.Td>
              <Table.Td>
                <Code>{`ann_${key.id}…`}</Code>
              </Table.Td>
              <Table.Td>
                <When at={key.created_at} />
              </Table.Td>
              <Table.Td>{key.last_used_at === null ? t("never") : <When at={key.last_used_at} />}</Table.Td>
              <Table.Td>{key.expires_at === null ? t("never") : <Expiry at={key.expires_at} />}</Table.Td>
              <Table.Td ta="right">
                <Button variant="default" size="compact-xs" onClick={() => onRevoke(key)}>
                  {t("revoke")}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const Limits = ({ scope }: { readonly scope: Wire<"ApiKeyScope"> }) => {
  const { t } = useTranslation("account")
  const limits = [scope.read_only ? t("readOnly") : null, scope.dataset, scope.role]
  return (
    <Text size="xs" c="dimmed">
      {limits.filter((limit) => limit !== null).join(" · ")}
    </Text>
  )
}

const Expiry = ({ at }: { readonly at: string }) =>
  isSoon(new Date(at), new Date()) ? (
    <Badge color="yellow" variant="light" tt="none" c="var(--mantine-color-text)">
      <When at={at} />
    </Badge>
  ) : (
    <When at={at} />
  )
