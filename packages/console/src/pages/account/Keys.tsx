/** The keys of the account: a table, and the dialogs that make, rotate and revoke one. */
import { Badge, Button, Code, Group, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { Wire } from "../../api/client.ts"
import { TableSection } from "../../ui/TableSection.tsx"
import { DialogButton, useDialog } from "../../ui/useDialog.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { When } from "../../ui/When.tsx"
import { isSoon } from "./expiry.ts"
import { keysQuery } from "./keyQueries.ts"
import { NewKeyDialog } from "./NewKeyDialog.tsx"
import { RevokeKeyDialog } from "./RevokeKeyDialog.tsx"
import { RotateKeyDialog } from "./RotateKeyDialog.tsx"

export const Keys = () => {
  const { t } = useTranslation("account")
  const rotation = useDialog((key: Wire<"ApiKey">) => <RotateKeyDialog apiKey={key} />)
  const revocation = useDialog((key: Wire<"ApiKey">) => <RevokeKeyDialog apiKey={key} />)
  return (
    <>
      <TableSection
        title={t("keys")}
        actions={
          <DialogButton size="xs" variant="filled" dialog={<NewKeyDialog />}>
            {t("newKey")}
          </DialogButton>
        }
        query={useQuery(keysQuery)}
        rowKey={({ id }) => id}
        columns={[
          { name: t("description"), cell: (key) => <Description apiKey={key} /> },
          { name: t("key"), cell: ({ id }) => <Code>{`ann_${id}…`}</Code> },
          { name: t("created"), cell: ({ created_at: at }) => <When at={at} /> },
          {
            name: t("lastUsed"),
            cell: ({ last_used_at: at }) => (at === null ? t("never") : <When at={at} />),
          },
          {
            name: t("expires"),
            cell: ({ expires_at: at }) => (at === null ? t("never") : <Expiry at={at} />),
          },
          {
            name: t("actions"),
            hidden: true,
            cell: (key) => (
              <Group gap="xs" justify="flex-end" wrap="nowrap">
                {key.successor === null ? (
                  <Button variant="default" size="compact-xs" onClick={() => rotation.open(key)}>
                    {t("rotate")}
                  </Button>
                ) : (
                  <Text size="xs" c="dimmed">
                    {t("replaced", { id: `ann_${key.successor}…` })}
                  </Text>
                )}
                <Button variant="default" size="compact-xs" onClick={() => revocation.open(key)}>
                  {t("revoke")}
                </Button>
              </Group>
            ),
          },
        ]}
        minWidth={720}
      />
      {rotation.dialog}
      {revocation.dialog}
    </>
  )
}

const Description = ({ apiKey: { description, scope } }: { readonly apiKey: Wire<"ApiKey"> }) => (
  <>
    <Text>
      <Visible text={description} />
    </Text>
    {scope === null ? null : <Limits scope={scope} />}
  </>
)

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
