/** The open claims of a dataset: who holds which sample until when. The holder and managers give a sample back. */
import { Button } from "@mantine/core"
import { useQuery, useSuspenseQuery } from "@tanstack/react-query"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { sessionQuery } from "../../api/session.ts"
import { TableSection } from "../../ui/TableSection.tsx"
import { useChange } from "../../ui/useChange.ts"
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
  const { data: session } = useSuspenseQuery(sessionQuery)
  const release = useChange(releaseClaim, { stale: [queueKey(path)], reloadsAfterErrors: true })
  return (
    <TableSection
      title={t("claims")}
      query={useQuery(makeClaimsQuery(path))}
      change={release}
      rowKey={({ claim_id }) => claim_id}
      columns={[
        { name: t("sample"), cell: ({ sample }) => <Visible text={sample.name} /> },
        { name: t("queue"), cell: ({ queue }) => t(queue) },
        { name: t("holder"), cell: ({ holder }) => holder },
        { name: t("claimed"), cell: ({ claimed_at }) => <When at={claimed_at} /> },
        { name: t("expires"), cell: ({ expires_at }) => <When at={expires_at} /> },
        {
          name: t("actions"),
          hidden: true,
          td: { h: 40 },
          cell: ({ claim_id, holder, sample }) =>
            mayReleaseAll || holder === session?.user ? (
              <Button
                variant="default"
                size="compact-xs"
                aria-label={t("releaseSample", { name: sample.name })}
                loading={release.isPending && release.variables === claim_id}
                onClick={() => release.mutate(claim_id)}
              >
                {t("release")}
              </Button>
            ) : null,
        },
      ]}
      empty={mayReleaseAll ? t("noClaims") : t("noOwnClaims")}
    />
  )
}
