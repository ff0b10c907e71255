/** The private buckets of an organization. Their credentials are written and never shown. */
import { Alert, Button, Code, Group, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { TableSection } from "../../ui/TableSection.tsx"
import { useChange } from "../../ui/useChange.ts"
import { DialogButton, useClose, useDialog } from "../../ui/useDialog.tsx"
import { When } from "../../ui/When.tsx"
import { BucketDialog } from "./BucketDialog.tsx"
import { type Bucket, makeBucketsQuery, makeChanges } from "./calls.ts"

interface BucketListProps {
  readonly organization: string
}

export const BucketList = ({ organization }: BucketListProps) => {
  const { t } = useTranslation("organizations")
  const change = useDialog((bucket: Bucket) => <BucketDialog organization={organization} bucket={bucket} />)
  const removal = useDialog((bucket: Bucket) => <RemoveBucket organization={organization} bucket={bucket} />)
  const test = useChange((bucket: Bucket) => makeChanges(organization).testBucket(bucket.uuid))
  return (
    <>
      <TableSection
        title={t("buckets.title")}
        actions={
          <DialogButton size="xs" variant="filled" dialog={<BucketDialog organization={organization} />}>
            {t("buckets.add")}
          </DialogButton>
        }
        query={useQuery(makeBucketsQuery(organization))}
        change={test}
        rowKey={({ uuid }) => uuid}
        columns={[
          { name: t("buckets.kind"), cell: ({ kind }) => t(`buckets.kinds.${kind}`) },
          { name: t("buckets.name"), cell: (bucket) => <Code>{formatBucketName(bucket)}</Code> },
          {
            name: t("buckets.endpoint"),
            cell: ({ endpoint, region }) => (
              <>
                <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                  {endpoint ?? t("buckets.ownEndpoint")}
                </Text>
                {region === null ? null : (
                  <Text size="xs" c="dimmed">
                    {region}
                  </Text>
                )}
              </>
            ),
          },
          { name: t("buckets.changed"), cell: ({ updated_at }) => <When at={updated_at} /> },
          {
            name: t("actions"),
            hidden: true,
            cell: (bucket) => (
              <Group gap="xs" justify="flex-end" wrap="nowrap">
                <Button
                  variant="default"
                  size="compact-xs"
                  loading={test.isPending && test.variables.uuid === bucket.uuid}
                  onClick={() => test.mutate(bucket)}
                >
                  {t("buckets.test")}
                </Button>
                <Button variant="default" size="compact-xs" onClick={() => change.open(bucket)}>
                  {t("buckets.change")}
                </Button>
                <Button variant="default" size="compact-xs" onClick={() => removal.open(bucket)}>
                  {t("buckets.remove")}
                </Button>
              </Group>
            ),
          },
        ]}
        empty={t("buckets.none")}
        minWidth={720}
      />
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
      {change.dialog}
      {removal.dialog}
    </>
  )
}

/** The bucket with its account and prefix, as in the addresses of its objects. */
const formatBucketName = ({ account, name, prefix }: Bucket): string =>
  `${account === null ? "" : `${account}/`}${name}/${prefix}`

const RemoveBucket = ({ bucket, organization }: BucketListProps & { readonly bucket: Bucket }) => {
  const { t } = useTranslation("organizations")
  const remove = useChange(() => makeChanges(organization).removeBucket(bucket.uuid), {
    first: useClose(),
    stale: [makeBucketsQuery(organization)],
  })
  return (
    <ActionDialog title={t("buckets.removeTitle")} action={t("buckets.remove")} isDangerous change={remove}>
      <Text>{t("buckets.removeText", { name: formatBucketName(bucket) })}</Text>
    </ActionDialog>
  )
}
