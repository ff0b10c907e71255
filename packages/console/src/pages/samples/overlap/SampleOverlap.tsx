/** Says how many people label a sample and how many of their labels are in, and lets managers change the number. */
import { Alert, Button, List, NumberInput, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import { ApiError } from "../../../api/problem.ts"
import type { Status } from "../../../api/statuses.ts"
import { ActionDialog } from "../../../ui/ActionDialog.tsx"
import { useChange } from "../../../ui/useChange.ts"
import { useClose, useDialog } from "../../../ui/useDialog.tsx"
import { maxOverlap } from "../../datasetFields/overlap.ts"
import { chooseDecisionText } from "./chooseDecisionText.ts"
import { findOverlapChange } from "./findOverlapChange.ts"
import { makeOverlapQuery, type Overlap, updateOverlap } from "./overlapCalls.ts"

interface SampleOverlapProps {
  readonly sample: string
  /** That of the label. */
  readonly status: Status
  readonly mayChange: boolean
}

/** For people who may review. */
export const SampleOverlap = ({ mayChange, sample, status }: SampleOverlapProps) => {
  const { t } = useTranslation("samples")
  // The page is of use without it.
  const { data } = useQuery({ ...makeOverlapQuery(sample), throwOnError: false })
  const change = useDialog((overlap: Overlap) => <OverlapDialog sample={sample} overlap={overlap} />)
  const reopening = useDialog((overlap: Overlap) => <ReopenDialog sample={sample} overlap={overlap} />)
  if (data === undefined) return null
  const possible = findOverlapChange(data.state, status)
  return (
    <>
      {data.state === null ? null : (
        <Text size="xs" c="dimmed" role="status">
          <OverlapText overlap={data} />
        </Text>
      )}
      {mayChange && possible !== undefined ? (
        <Button
          size="xs"
          variant="default"
          onClick={() => (possible === "reopen" ? reopening : change).open(data)}
        >
          {t(possible === "reopen" ? "overlap.reopen" : "overlap.change")}
        </Button>
      ) : null}
      {change.dialog}
      {reopening.dialog}
    </>
  )
}

const OverlapText = ({ overlap: { accepted, finished, overlap, state } }: { readonly overlap: Overlap }) => {
  const { t } = useTranslation("samples")
  if (state === "labeling")
    return `${t("overlap.people", { count: overlap })} ${t("overlap.finished", { count: finished, total: overlap })}`
  if (state === "adjudicating") return t("overlap.adjudicating", { count: finished })
  return t(`overlap.${chooseDecisionText(accepted)}`, { count: finished, letter: accepted ?? "" })
}

interface OverlapDialogProps {
  readonly sample: string
  readonly overlap: Overlap
}

const OverlapDialog = ({ overlap, sample }: OverlapDialogProps) => {
  const { t } = useTranslation("samples")
  const [count, setCount] = useState<number | string>(overlap.overlap)
  return (
    <ChangeDialog
      title={t("overlap.change")}
      hint={t("overlap.hint")}
      closed={t("overlap.closed")}
      least={1}
      sample={sample}
      count={count}
      setCount={setCount}
      isSame={count === overlap.overlap}
      reopens={false}
    />
  )
}

/** Asks for more labels of a finished sample, and says what that changes for its people. */
const ReopenDialog = ({ overlap, sample }: OverlapDialogProps) => {
  const { t } = useTranslation("samples")
  const least = Math.max(overlap.finished, overlap.overlap, 1) + 1
  const [count, setCount] = useState<number | string>(Math.min(least, maxOverlap))
  return (
    <ChangeDialog
      title={t("overlap.reopen")}
      hint={
        overlap.state === null
          ? t("overlap.reopenHint")
          : t("overlap.reopenCount", { count: overlap.finished })
      }
      closed={t("overlap.notReopened")}
      least={Math.min(least, maxOverlap)}
      sample={sample}
      count={count}
      setCount={setCount}
      isSame={false}
      reopens
    >
      <List size="sm" spacing={4}>
        {(["reopenKept", "reopenHidden", "reopenDecided", "reopenUndo"] as const).map((key) => (
          <List.Item key={key}>{t(`overlap.${key}`)}</List.Item>
        ))}
      </List>
    </ChangeDialog>
  )
}

interface ChangeDialogProps {
  readonly title: string
  readonly hint: string
  /** Says why the server refuses. */
  readonly closed: string
  readonly least: number
  readonly sample: string
  readonly count: number | string
  readonly setCount: (count: number | string) => void
  readonly isSame: boolean
  readonly reopens: boolean
  readonly children?: ReactNode
}

const ChangeDialog = (props: ChangeDialogProps) => {
  const { count, isSame, reopens, sample } = props
  const { t } = useTranslation("samples")
  const close = useClose()
  const change = useChange((next: number) => updateOverlap(sample, next, reopens), {
    stale: [makeOverlapQuery(sample)],
    reloadsAfterErrors: true,
    last: close,
  })
  const isClosed = change.error instanceof ApiError && change.error.code === "overlap_closed"
  return (
    <ActionDialog
      title={props.title}
      action={t(reopens ? "overlap.reopen" : "bulk.apply")}
      disabled={typeof count !== "number" || count < props.least || isSame}
      isRunning={change.isPending}
      error={isClosed ? undefined : change.error}
      onAct={() => {
        if (typeof count === "number") change.mutate(count)
      }}
    >
      {props.children}
      <NumberInput
        data-autofocus
        label={t("overlap.count")}
        description={props.hint}
        min={props.least}
        max={maxOverlap}
        allowDecimal={false}
        allowNegative={false}
        value={count}
        onChange={props.setCount}
      />
      {isClosed ? (
        <Alert color="red" role="alert">
          {props.closed}
        </Alert>
      ) : null}
    </ActionDialog>
  )
}
