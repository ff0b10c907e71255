/** The open claims of a dataset: who holds which sample until when. The holder and managers give a sample back. */
import { Button, Table } from "@mantine/core"
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { sessionQuery } from "../../api/session.ts"
import { TableSection } from "../../ui/TableSection.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { When } from "../../ui/When.tsx"
import { makeClaimsQuery, queueKey, releaseClaim } from "./calls.ts"

interface OpenClaimsProps {
  readonly path: DatasetPath
  /** Whether the caller may release the claims of others. */
  readonly mayReleaseAll: boolean
}

export const OpenClaims = ({ mayReleaseAll, path }: OpenClaimsProps) => {
  const { t } = useTranslation("queue")
  const client = useQueryClient()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data, error, refetch } = useQuery(makeClaimsQuery(path))
  const release = useMutation({
    mutationFn: releaseClaim,
    onSettled: () => client.invalidateQueries({ queryKey: queueKey(path) }),
  })
  return (
    <TableSection
      title={t("claims")}
      columns={[
        { name: t("sample") },
        { name: t("queue") },
        { name: t("holder") },
        { name: t("claimed") },
        { name: t("expires") },
        { name: t("actions"), hidden: true },
      ]}
      rows={data}
      error={error ?? release.error}
      onRetry={refetch}
      empty={mayReleaseAll ? t("noClaims") : t("noOwnClaims")}
    >
      {({ claim_id, claimed_at, expires_at, holder, queue, sample }) => (
        <Table.Tr key={claim_id}>
          <Table.Td>
            <Visible text={sample.name} />
          </Table.Td>
          <Table.Td>{t(queue)}</Table.Td>
          <Table.Td>{holder}</Table.Td>
          <Table.Td>
            <When at={claimed_at} />
          </Table.Td>
          <Table.Td>
            <When at={expires_at} />
          </Table.Td>
          <Table.Td ta="right" h={40}>
            {mayReleaseAll || holder === session?.user ? (
              <Button
                variant="default"
                size="compact-xs"
                aria-label={t("releaseSample", { name: sample.name })}
                loading={release.isPending && release.variables === claim_id}
                onClick={() => release.mutate(claim_id)}
              >
                {t("release")}
              </Button>
            ) : null}
          </Table.Td>
        </Table.Tr>
      )}
    </TableSection>
  )
}
