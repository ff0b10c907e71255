/** Shows what saving the document does to the labels, counted by the server, with a choice at each change. Then it is saved. */
import { Checkbox, Skeleton, Text } from "@mantine/core"
import { useMemo, useState } from "react"
import { useTranslation } from "react-i18next"
import { ActionDialog } from "../../../ui/ActionDialog.tsx"
import { ProblemPanel } from "../../../ui/ProblemPanel.tsx"
import { parse } from "../../../workbench/editor/json/parse.ts"
import { isObject, toNumber, toObjects } from "../../../workbench/editor/json/value.ts"
import type { DatasetName } from "../calls.ts"
import { Difference } from "../history/Difference.tsx"
import type { OpenDocument } from "../useDocument.ts"
import { ChangeTable } from "./ChangeTable.tsx"
import { JobProgress } from "./JobProgress.tsx"
import { OtherEffects } from "./OtherEffects.tsx"
import { usePlan } from "./usePlan.ts"
import { useSaving } from "./useSaving.ts"

interface ImpactDialogProps {
  readonly name: DatasetName
  readonly document: OpenDocument
  readonly onClose: () => void
  /** The document is the dataset's configuration now. */
  readonly onSaved: () => void
  /** Somebody else was faster. */
  readonly onConflict: () => void
}

export const ImpactDialog = ({ document, name, onClose, onConflict, onSaved }: ImpactDialogProps) => {
  const { i18n, t } = useTranslation("configuration")
  const { base, text } = document
  const { actions, changes, choices, choose, lacksValue, losses, planned, preview } = usePlan(
    name,
    document,
    onConflict,
  )
  const [acceptsLoss, setAcceptsLoss] = useState(false)
  const saving = useSaving(name, { number: base.number, text }, { onConflict, onSaved })
  const count = new Intl.NumberFormat(i18n.language)
  const { data } = preview
  const categories = useMemo(() => readCategories(text), [text])
  return (
    <ActionDialog
      title={t("impact.title")}
      action={t(data === undefined || data.affected === 0 ? "impact.save" : "impact.apply")}
      size={960}
      disabled={
        preview.isError ||
        data === undefined ||
        preview.isPlaceholderData ||
        lacksValue ||
        (losses && !acceptsLoss)
      }
      isRunning={saving.isRunning}
      error={saving.error}
      onAct={() => saving.save(actions)}
      onClose={onClose}
    >
      <Difference label={t("impact.difference")} before={base.text} after={text} />
      {preview.isError ? <ProblemPanel error={preview.error} onRetry={() => preview.refetch()} /> : null}
      {data === undefined ? (
        preview.isError ? null : (
          <Skeleton h={80} />
        )
      ) : (
        <Text size="sm" aria-live="polite">
          {t("impact.affected", {
            affected: count.format(data.affected),
            labels: count.format(data.labels),
          })}
        </Text>
      )}
      <ChangeTable
        name={name}
        changes={changes}
        choices={choices}
        planned={planned}
        preview={data}
        categories={categories}
        onChoose={choose}
      />
      {data === undefined ? null : (
        <OtherEffects
          name={name}
          categories={categories}
          preview={data}
          changes={changes}
          planned={planned}
        />
      )}
      {losses ? (
        <Checkbox
          label={t("impact.acceptLoss")}
          checked={acceptsLoss}
          onChange={({ currentTarget }) => setAcceptsLoss(currentTarget.checked)}
        />
      ) : null}
      {saving.job === null ? null : <JobProgress job={saving.job} onSucceeded={onSaved} />}
    </ActionDialog>
  )
}

/** The categories of a configuration, for choices and findings. */
const readCategories = (text: string) => {
  const configuration = parse(text)
  return toObjects(isObject(configuration) ? configuration.categories : undefined).map(({ id, name }) => ({
    id: toNumber(id),
    name: String(name ?? ""),
  }))
}
