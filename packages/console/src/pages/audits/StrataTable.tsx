/** The bounds of parts of a release, highest first. A part with too many errors goes back to review. */
import { Alert, List, Stack, Text } from "@mantine/core"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { makeSamplesKey } from "../../api/dataset.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { type Column, TableSection } from "../../ui/TableSection.tsx"
import { useChange } from "../../ui/useChange.ts"
import { DialogButton, useClose } from "../../ui/useDialog.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { type Audit, type AuditPath, returnStratum, type Stratum } from "./calls.ts"
import { computeShare, formatBound } from "./figures.ts"

interface StrataTableProps {
  readonly path: AuditPath
  readonly audit: Audit
  readonly mayReturn: boolean
}

type Returned = Awaited<ReturnType<typeof returnStratum>>

export const StrataTable = ({ audit, mayReturn, path }: StrataTableProps) => {
  const { i18n, t } = useTranslation("audits")
  const [returned, setReturned] = useState<Returned>()
  const strata = (audit.strata ?? []).toSorted((a, b) => computeBound(b) - computeBound(a))
  const showsReturn = mayReturn && audit.labelset === "ground-truth" && strata.length > 0
  const actions: Column<Stratum> = {
    name: t("strata.actions"),
    hidden: true,
    cell: (stratum) => (
      <DialogButton
        size="compact-xs"
        aria-label={t("strata.returnOf", { name: readName(stratum) })}
        dialog={<Return path={path} stratum={stratum} onReturned={setReturned} />}
      >
        {t("strata.return")}
      </DialogButton>
    ),
  }
  return (
    <Stack gap="xs">
      <TableSection
        title={t("strata.title")}
        query={{ data: strata, error: null }}
        rowKey={({ kind, name, user }) => `${kind} ${user ?? name}`}
        empty={t("strata.none")}
        columns={[
          { name: t("strata.kind"), cell: ({ kind }) => t(`strata.kinds.${kind}`) },
          {
            name: t("strata.name"),
            td: { style: { overflowWrap: "anywhere" } },
            cell: (stratum) => <Visible text={readName(stratum)} />,
          },
          {
            name: t("atMost"),
            right: true,
            cell: ({ population, upper }) => formatBound(upper, population, i18n.language),
          },
          { name: t(`units.${audit.unit}.name`), number: ({ population }) => population },
          { name: t("audited"), number: ({ audited }) => audited },
          { name: t("errors"), number: ({ errors }) => errors },
          { name: t("strata.notChecked"), number: ({ not_checked: count }) => count },
          ...(showsReturn ? [actions] : []),
        ]}
        minWidth={720}
      />
      {returned === undefined ? null : <ReturnNotice returned={returned} />}
    </Stack>
  )
}

const readName = ({ name, user }: Stratum): string => user ?? name

const computeBound = ({ population, upper }: Stratum): number => computeShare(upper, population)

interface ReturnProps {
  readonly path: AuditPath
  readonly stratum: Stratum
  readonly onReturned: (returned: Returned) => void
}

const Return = ({ onReturned, path, stratum }: ReturnProps) => {
  const { t } = useTranslation("audits")
  const name = readName(stratum)
  const close = useClose()
  const change = useChange(() => returnStratum(path, { kind: stratum.kind, name }), {
    first: (returned) => {
      onReturned(returned)
      close()
    },
    stale: [makeSamplesKey(path)],
  })
  return (
    <ActionDialog title={t("strata.returnOf", { name })} action={t("strata.return")} change={change}>
      <Text>{t("strata.text", { name })}</Text>
    </ActionDialog>
  )
}

const ReturnNotice = ({ returned }: { readonly returned: Returned }) => {
  const { i18n, t } = useTranslation("audits")
  const format = new Intl.NumberFormat(i18n.language)
  const kinds = (["returned", "waiting", "changed"] as const).filter(
    (kind) => kind === "returned" || returned[kind] > 0,
  )
  return (
    <Alert role="status">
      <List size="sm" listStyleType="none">
        {kinds.map((kind) => (
          <List.Item key={kind}>
            {t(`strata.${kind}`, { count: returned[kind], number: format.format(returned[kind]) })}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
