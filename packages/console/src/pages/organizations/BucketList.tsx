/** The private buckets of an organization. Their credentials are written and never shown. */
import { Alert, Button, Code, Group, Table, Text } from "@mantine/core"
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { TableSection } from "../../ui/TableSection.tsx"
import { When } from "../../ui/When.tsx"
import { BucketDialog } from "./BucketDialog.tsx"
import { type Bucket, makeBucketsQuery, makeChanges } from "./calls.ts"

type Dialog = { readonly kind: "add" } | { readonly kind: "change" | "remove"; readonly bucket: Bucket }

export const BucketList = ({ organization }: { readonly organization: string }) => {
  const { t } = useTranslation("organizations")
  const { data, error, refetch } = useQuery(makeBucketsQuery(organization))
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  const test = useMutation({
    mutationFn: (bucket: Bucket) => makeChanges(organization).testBucket(bucket.uuid),
  })
  return (
    <>
      <TableSection
        title={t("buckets.title")}
        actions={
          <Button size="xs" onClick={() => setDialog({ kind: "add" })}>
            {t("buckets.add")}
          </Button>
        }
        columns={[
          { name: t("buckets.kind") },
          { name: t("buckets.name") },
          { name: t("buckets.endpoint") },
          { name: t("buckets.changed") },
          { name: t("actions"), hidden: true },
        ]}
        rows={data}
        error={error ?? test.error}
        onRetry={refetch}
        empty={t("buckets.none")}
        minWidth={720}
      >
        {(bucket) => (
          <Table.Tr key={bucket.uuid}>
            <Table.Td>{t(`buckets.kinds.${bucket.kind}`)}</Table.Td>
            <Table.Td>
              <Code>{formatBucketName(bucket)}</Code>
            </Table.Td>
            <Table.Td>
              <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                {bucket.endpoint ?? t("buckets.ownEndpoint")}
              </Text>
              {bucket.region === null ? null : (
                <Text size="xs" c="dimmed">
                  {bucket.region}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              <When at={bucket.updated_at} />
            </Table.Td>
            <Table.Td>
              <Group gap="xs" justify="flex-end" wrap="nowrap">
                <Button
                  variant="default"
                  size="compact-xs"
                  loading={test.isPending && test.variables.uuid === bucket.uuid}
                  onClick={() => test.mutate(bucket)}
                >
                  {t("buckets.test")}
                </Button>
                <Button
                  variant="default"
                  size="compact-xs"
                  onClick={() => setDialog({ kind: "change", bucket })}
                >
                  {t("buckets.change")}
                </Button>
                <Button
                  variant="default"
                  size="compact-xs"
                  onClick={() => setDialog({ kind: "remove", bucket })}
                >
                  {t("buckets.remove")}
                </Button>
              </Group>
            </Table.Td>
          </Table.Tr>
        )}
      </TableSection>
      {test.data === undefined ? null : (
        <Alert
          color={test.data.ok ? "teal" : "red"}
          role="status"
          title={t(test.data.ok ? "buckets.works" : "buckets.fails", {
            name: formatBucketName(test.variables),
          })}
        >
          {test.data.status === null ? test.data.message : `${test.data.message} (HTTP ${test.data.status})`}
          {test.data.key === null ? null : (
            <Text size="sm" mt={4}>
              {t("buckets.firstKey")} <Code>{test.data.key}</Code>
            </Text>
          )}
        </Alert>
      )}
      {dialog?.kind === "add" ? <BucketDialog organization={organization} onClose={close} /> : null}
      {dialog?.kind === "change" ? (
        <BucketDialog organization={organization} bucket={dialog.bucket} onClose={close} />
      ) : null}
      {dialog?.kind === "remove" ? (
        <RemoveBucket organization={organization} bucket={dialog.bucket} onClose={close} />
      ) : null}
    </>
  )
}

/** The bucket with its account and prefix, as in the addresses of its objects. */
const formatBucketName = ({ account, name, prefix }: Bucket): string =>
  `${account === null ? "" : `${account}/`}${name}/${prefix}`

interface RemoveBucketProps {
  readonly organization: string
  readonly bucket: Bucket
  readonly onClose: () => void
}

const RemoveBucket = ({ bucket, onClose, organization }: RemoveBucketProps) => {
  const { t } = useTranslation("organizations")
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => makeChanges(organization).removeBucket(bucket.uuid),
    onSuccess: async () => {
      onClose()
      await client.invalidateQueries(makeBucketsQuery(organization))
    },
  })
  return (
    <ActionDialog
      title={t("buckets.removeTitle")}
      action={t("buckets.remove")}
      isDangerous
      isRunning={remove.isPending}
      error={remove.error}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      <Text>{t("buckets.removeText", { name: formatBucketName(bucket) })}</Text>
    </ActionDialog>
  )
}
