/** The keys of the account: a table, and the dialogs that make, rotate and revoke one. */
import { Badge, Button, Code, Group, Table, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { TableSection } from "../../ui/TableSection.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { When } from "../../ui/When.tsx"
import { isSoon } from "./expiry.ts"
import { keysQuery } from "./keyQueries.ts"
import { NewKeyDialog } from "./NewKeyDialog.tsx"
import { RevokeKeyDialog } from "./RevokeKeyDialog.tsx"
import { RotateKeyDialog } from "./RotateKeyDialog.tsx"

type Dialog = { readonly kind: "make" } | { readonly kind: "rotate" | "revoke"; readonly key: Wire<"ApiKey"> }

export const Keys = () => {
  const { t } = useTranslation("account")
  const { data, error, refetch } = useQuery(keysQuery)
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  return (
    <>
      <TableSection
        title={t("keys")}
        actions={
          <Button size="xs" onClick={() => setDialog({ kind: "make" })}>
            {t("newKey")}
          </Button>
        }
        columns={[
          { name: t("description") },
          { name: t("key") },
          { name: t("created") },
          { name: t("lastUsed") },
          { name: t("expires") },
          { name: t("actions"), hidden: true },
        ]}
        rows={data}
        error={error}
        onRetry={refetch}
        minWidth={720}
      >
        {(key) => (
          <KeyRow
            key={key.id}
            apiKey={key}
            onRotate={() => setDialog({ kind: "rotate", key })}
            onRevoke={() => setDialog({ kind: "revoke", key })}
          />
        )}
      </TableSection>
      {dialog?.kind === "make" ? <NewKeyDialog onClose={close} /> : null}
      {dialog?.kind === "rotate" ? <RotateKeyDialog apiKey={dialog.key} onClose={close} /> : null}
      {dialog?.kind === "revoke" ? <RevokeKeyDialog apiKey={dialog.key} onClose={close} /> : null}
    </>
  )
}

interface KeyRowProps {
  readonly apiKey: Wire<"ApiKey">
  readonly onRotate: () => void
  readonly onRevoke: () => void
}

const KeyRow = ({ apiKey, onRevoke, onRotate }: KeyRowProps) => {
  const { t } = useTranslation("account")
  return (
    <Table.Tr>
      <Table.Td>
        <Text>
          <Visible text={apiKey.description} />
        </Text>
        {apiKey.scope === null ? null : <Limits scope={apiKey.scope} />}
      </Table.Td>
      <Table.Td>
        <Code>{`ann_${apiKey.id}…`}</Code>
      </Table.Td>
      <Table.Td>
        <When at={apiKey.created_at} />
      </Table.Td>
      <Table.Td>{apiKey.last_used_at === null ? t("never") : <When at={apiKey.last_used_at} />}</Table.Td>
      <Table.Td>{apiKey.expires_at === null ? t("never") : <Expiry at={apiKey.expires_at} />}</Table.Td>
      <Table.Td>
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          {apiKey.successor === null ? (
            <Button variant="default" size="compact-xs" onClick={onRotate}>
              {t("rotate")}
            </Button>
          ) : (
            <Text size="xs" c="dimmed">
              {t("replaced", { id: `ann_${apiKey.successor}…` })}
            </Text>
          )}
          <Button variant="default" size="compact-xs" onClick={onRevoke}>
            {t("revoke")}
          </Button>
        </Group>
      </Table.Td>
    </Table.Tr>
  )
}

const Limits = ({ scope }: { readonly scope: Wire<"ApiKeyScope"> }) => {
  const { t } = useTranslation("account")
  const limits = [
    scope.read_only ? t("readOnly") : null,
    scope.dataset_uuid !== null && scope.dataset === null ? t("deletedDataset") : scope.dataset,
    scope.role === null ? null : t(`roles.${scope.role}`),
  ]
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
