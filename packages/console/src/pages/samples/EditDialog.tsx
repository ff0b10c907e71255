/** Sets priority, assignees, status or the number of labelers of many samples. What is left as it is, is not sent. */
import { NumberInput, Progress, Select, Stack, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { statuses } from "../../api/statuses.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { useClose } from "../../ui/useDialog.tsx"
import {
  type Count,
  makePeopleQuery,
  type SampleChange,
  type SampleSet,
  type Target,
  updateSamples,
} from "./calls.ts"
import { OverlapFields } from "./overlap/OverlapFields.tsx"
import {
  isComplete,
  type OverlapChange,
  toDraw,
  toOverlapSet,
  unchangedOverlap,
} from "./overlap/overlapChange.ts"
import { useBulk } from "./useBulk.ts"

export interface BulkDialogProps {
  readonly path: DatasetPath
  readonly target: Target
  readonly count: Count
  /** The count in words. */
  readonly number: string
}

const writable = statuses.filter((status) => status !== "UNLABELED")

/** No person has this name. */
const nobody = " "

export const EditDialog = ({ count, number, path, target }: BulkDialogProps) => {
  const { t } = useTranslation("samples")
  const close = useClose()
  const { data: people = [] } = useQuery(makePeopleQuery(path))
  const [priority, setPriority] = useState<string | number>("")
  const [labeler, setLabeler] = useState<string | null>(null)
  const [reviewer, setReviewer] = useState<string | null>(null)
  const [status, setStatus] = useState<string | null>(null)
  const [overlap, setOverlap] = useState<OverlapChange>(unchangedOverlap)
  const bulk = useBulk(path, (change: SampleChange, portions) =>
    updateSamples(path, target, change, portions),
  )
  const set: SampleSet = {
    ...(typeof priority === "number" ? { priority } : {}),
    ...(labeler === null ? {} : { assigned_labeler: labeler === nobody ? null : labeler }),
    ...(reviewer === null ? {} : { assigned_reviewer: reviewer === nobody ? null : reviewer }),
    ...toStatusChange(status),
    ...toOverlapSet(overlap),
  }
  const assignees = [
    { value: nobody, label: t("bulk.nobody") },
    ...people.map((value) => ({ value, label: value })),
  ]
  const unchanged = t("bulk.unchanged")
  return (
    <ActionDialog
      title={t("bulk.editTitle", { count: count.count, number })}
      action={t("bulk.apply")}
      disabled={Object.keys(set).length === 0 || !isComplete(overlap)}
      isRunning={bulk.isPending}
      error={bulk.error}
      {...(bulk.isPending ? { cancel: t("bulk.stop"), onCancel: bulk.stop } : {})}
      onAct={() => bulk.mutate({ set, draw: toDraw(overlap) }, { onSuccess: close })}
    >
      <NumberInput
        data-autofocus
        label={t("columns.priority")}
        placeholder={unchanged}
        value={priority}
        onChange={setPriority}
      />
      <Select
        label={t("columns.labeler")}
        placeholder={unchanged}
        clearable
        searchable
        data={assignees}
        value={labeler}
        onChange={setLabeler}
      />
      <Select
        label={t("columns.reviewer")}
        placeholder={unchanged}
        clearable
        searchable
        data={assignees}
        value={reviewer}
        onChange={setReviewer}
      />
      <Select
        label={t("columns.status")}
        placeholder={unchanged}
        clearable
        data={writable.map((value) => ({ value, label: t(`status.${value}`) }))}
        value={status}
        onChange={setStatus}
      />
      <OverlapFields value={overlap} onChange={setOverlap} />
      <BulkProgress isRunning={bulk.isPending} done={bulk.done} count={count} />
    </ActionDialog>
  )
}

const toStatusChange = (chosen: string | null): Pick<SampleSet, "label_status"> => {
  const status = writable.find((status) => status === chosen)
  return status === undefined ? {} : { label_status: status }
}

interface BulkProgressProps {
  readonly isRunning: boolean
  readonly done: number
  readonly count: Count
}

export const BulkProgress = ({ count, done, isRunning }: BulkProgressProps) => {
  const { i18n, t } = useTranslation("samples")
  if (!isRunning && done === 0) return null
  return (
    <Stack gap={4}>
      <Progress value={(100 * done) / Math.max(count.count, done, 1)} aria-label={t("bulk.progress")} />
      <Text size="xs" role="status">
        {t("bulk.done", { count: done, number: new Intl.NumberFormat(i18n.language).format(done) })}
      </Text>
    </Stack>
  )
}
