/** Says how many people label a sample and how many of their labels are in, and lets managers change the number. */
import { Alert, Button, NumberInput, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { ApiError } from "../../../api/problem.ts"
import { ActionDialog } from "../../../ui/ActionDialog.tsx"
import { useChange } from "../../../ui/useChange.ts"
import { useClose, useDialog } from "../../../ui/useDialog.tsx"
import { maxOverlap } from "../../datasetFields/overlap.ts"
import { chooseDecisionText } from "./chooseDecisionText.ts"
import { makeOverlapQuery, type Overlap, updateOverlap } from "./overlapCalls.ts"

interface SampleOverlapProps {
  readonly sample: string
  readonly mayChange: boolean
}

/** For people who may review. */
export const SampleOverlap = ({ mayChange, sample }: SampleOverlapProps) => {
  const { t } = useTranslation("samples")
  // The page is of use without it.
  const { data } = useQuery({ ...makeOverlapQuery(sample), throwOnError: false })
  const change = useDialog((overlap: Overlap) => <OverlapDialog sample={sample} overlap={overlap} />)
  if (data === undefined) return null
  return (
    <>
      {data.state === null ? null : (
        <Text size="xs" c="dimmed" role="status">
          <OverlapText overlap={data} />
        </Text>
      )}
      {mayChange && data.state !== "adjudicating" && data.state !== "decided" ? (
        <Button size="xs" variant="default" onClick={() => change.open(data)}>
          {t("overlap.change")}
        </Button>
      ) : null}
      {change.dialog}
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
  const close = useClose()
  const [count, setCount] = useState<number | string>(overlap.overlap)
  const change = useChange((next: number) => updateOverlap(sample, next), {
    stale: [makeOverlapQuery(sample)],
    reloadsAfterErrors: true,
    last: close,
  })
  const isClosed = change.error instanceof ApiError && change.error.code === "overlap_closed"
  return (
    <ActionDialog
      title={t("overlap.change")}
      action={t("bulk.apply")}
      disabled={typeof count !== "number" || count === overlap.overlap}
      isRunning={change.isPending}
      error={isClosed ? undefined : change.error}
      onAct={() => {
        if (typeof count === "number") change.mutate(count)
      }}
    >
      <NumberInput
        data-autofocus
        label={t("overlap.count")}
        description={t("overlap.hint")}
        min={1}
        max={maxOverlap}
        allowDecimal={false}
        allowNegative={false}
        value={count}
        onChange={setCount}
      />
      {isClosed ? (
        <Alert color="red" role="alert">
          {t("overlap.closed")}
        </Alert>
      ) : null}
    </ActionDialog>
  )
}
