/** The samples or objects that an audit has drawn, with their outcomes, for those who see who works on what. */
import { Group, Stack, Text, Textarea } from "@mantine/core"
import { useInfiniteQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { LinkAnchor } from "../../ui/LinkButton.tsx"
import { MoreButton } from "../../ui/MoreButton.tsx"
import { type Column, TableSection } from "../../ui/TableSection.tsx"
import { useChange } from "../../ui/useChange.ts"
import { DialogButton, useClose } from "../../ui/useDialog.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { When } from "../../ui/When.tsx"
import {
  type Audit,
  type AuditPath,
  closeDraw,
  type Draw,
  makeAuditsQuery,
  makeDrawsQuery,
  takeBackDraw,
} from "./calls.ts"
import { ObjectName } from "./ObjectName.tsx"

interface DrawsTableProps {
  readonly path: AuditPath
  readonly audit: Audit
  readonly mayClose: boolean
}

export const DrawsTable = ({ audit, mayClose, path }: DrawsTableProps) => {
  const { t } = useTranslation("audits")
  const draws = useInfiniteQuery(makeDrawsQuery(path))
  const object: Column<Draw> = {
    name: t("draws.object"),
    td: { style: { overflowWrap: "anywhere" } },
    cell: (draw) => (draw.object === null ? null : <ObjectName object={draw.object} />),
  }
  return (
    <Stack gap="xs">
      <TableSection
        title={t(`units.${audit.unit}.drawn`)}
        query={draws}
        rowKey={({ number }) => number}
        columns={[
          { name: t("draws.number"), cell: ({ number }) => number },
          {
            name: t("draws.sample"),
            cell: ({ number, sample_uuid: uuid }) => (
              <LinkAnchor
                to="/d/$owner/$dataset/samples/$uuid"
                params={{ ...path, uuid }}
                aria-label={t("draws.showOf", { number })}
              >
                {t("draws.show")}
              </LinkAnchor>
            ),
          },
          ...(audit.unit === "objects" ? [object] : []),
          { name: t("draws.outcome"), cell: (draw) => <Outcome draw={draw} /> },
          { name: t("draws.auditor"), cell: ({ holder }) => holder ?? "" },
          {
            name: t("draws.at"),
            cell: ({ audited_at: at }) => (at === null ? null : <When at={at} />),
          },
          {
            name: t("draws.actions"),
            hidden: true,
            cell: (draw) => <Actions draw={draw} state={audit.state} path={path} mayClose={mayClose} />,
          },
        ]}
        minWidth={640}
      />
      <MoreButton list={draws} />
    </Stack>
  )
}

interface ActionsProps {
  readonly draw: Draw
  readonly state: Audit["state"]
  readonly path: AuditPath
  readonly mayClose: boolean
}

const Actions = ({ draw, mayClose, path, state }: ActionsProps) => {
  const { t } = useTranslation("audits")
  const { number } = draw
  if (draw.audited_at !== null)
    return state === "finished" ? null : (
      <DialogButton
        size="compact-xs"
        aria-label={t("draws.undoOf", { number })}
        dialog={<TakingBack path={path} number={number} />}
      >
        {t("draws.undo")}
      </DialogButton>
    )
  return mayClose && state === "open" ? (
    <DialogButton
      size="compact-xs"
      aria-label={t("draws.closeOf", { number })}
      dialog={<Closing path={path} number={number} />}
    >
      {t("draws.close")}
    </DialogButton>
  ) : null
}

const Outcome = ({ draw }: { readonly draw: Draw }) => {
  const { t } = useTranslation("audits")
  if (draw.not_checked !== null) return <Visible text={t("draws.notChecked", { reason: draw.not_checked })} />
  if (draw.errors === null)
    return (
      <Text size="sm" c="dimmed">
        {draw.holder === null ? t("draws.waiting") : t("draws.claimed")}
      </Text>
    )
  const types = [...new Set(draw.errors.map(({ type }) => type))]
  if (types.length === 0) return t("draws.right")
  return (
    <Group gap={4}>
      <Text size="sm" c="var(--mantine-color-error)" fw={600}>
        {types.map((type) => t(`types.${type}`)).join(", ")}
      </Text>
    </Group>
  )
}

interface DrawProps {
  readonly path: AuditPath
  readonly number: number
}

const Closing = ({ number, path }: DrawProps) => {
  const { t } = useTranslation("audits")
  const [reason, setReason] = useState("")
  const change = useChange(() => closeDraw(path, number, reason), {
    first: useClose(),
    stale: [makeAuditsQuery(path)],
  })
  return (
    <ActionDialog
      title={t("draws.closeOf", { number })}
      action={t("draws.closeAction")}
      disabled={reason.trim() === ""}
      change={change}
    >
      <Text>{t("draws.closeText")}</Text>
      <Textarea
        data-autofocus
        required
        label={t("draws.reason")}
        maxLength={1000}
        value={reason}
        onChange={({ currentTarget: { value } }) => setReason(value)}
      />
    </ActionDialog>
  )
}

const TakingBack = ({ number, path }: DrawProps) => {
  const { t } = useTranslation("audits")
  const change = useChange(() => takeBackDraw(path, number), {
    first: useClose(),
    stale: [makeAuditsQuery(path)],
  })
  return (
    <ActionDialog title={t("draws.undoOf", { number })} action={t("draws.undo")} isDangerous change={change}>
      <Text>{t("draws.undoText")}</Text>
    </ActionDialog>
  )
}
