/** One sample with its label, outside of a queue: in the workbench, where nothing can be changed but its issues. */
import { Text } from "@mantine/core"
import { getRouteApi } from "@tanstack/react-router"
import { useMemo } from "react"
import { useTranslation } from "react-i18next"
import { api } from "../../api/client.ts"
import { LinkAnchor } from "../../ui/LinkButton.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { AnyWorkbench } from "../../workbench/AnyWorkbench.tsx"
import { makeChecks } from "../../workbench/check/SampleChecks.ts"
import { isObject } from "../../workbench/editor/json/value.ts"
import { GuideButton } from "../../workbench/guide/GuideButton.tsx"
import { useGuide } from "../../workbench/guide/useGuide.ts"
import { makeDismissals } from "../../workbench/session/check.ts"
import { makeIssueCalls } from "../../workbench/session/issues.ts"
import { labelToEdit, openEditor } from "../../workbench/session/openEditor.ts"
import { makeReview } from "../../workbench/session/review.ts"
import { useMasks, usePoints } from "../../workbench/session/useShownDocuments.ts"
import workbench from "../../workbench/workbench.module.css"
import { SampleOverlap } from "./overlap/SampleOverlap.tsx"
import { StatusBadge } from "./SampleCells.tsx"
import { Back, hasPermission, type OpenedSampleProps, SampleReader } from "./SampleReader.tsx"
import { sampleRow } from "./sampleRow.ts"

const route = getRouteApi("/whole-window/d/$owner/$dataset/samples/$uuid")

export const SamplePage = () => {
  const { dataset, owner, uuid } = route.useParams()
  return (
    <SampleReader path={{ owner, dataset }} uuid={uuid}>
      {(opened) => <Shown {...opened} />}
    </SampleReader>
  )
}

/** Nothing is submitted outside of a queue. */
const noActions = {}

const Shown = ({ dataset, family, path, sample }: OpenedSampleProps) => {
  const { t } = useTranslation(["samples", "shell", "gold"])
  const { issue, warning } = route.useSearch()
  const { name, status, uuid } = sampleRow(sample)
  const attributes = isObject(sample.attributes) ? sample.attributes : {}
  const label = isObject(sample.label) && isObject(sample.label.attributes) ? sample.label.attributes : null
  const editor = useMemo(
    () => openEditor(dataset, attributes, labelToEdit(family, attributes, label), true),
    [dataset, family, attributes, label],
  )
  const isArchived = dataset.archived === true
  const mayCheck = hasPermission(dataset, "check")
  const mayDismiss = mayCheck && !isArchived
  const mayWrite = hasPermission(dataset, "open_issue") && !isArchived
  const issues = useMemo(
    () => makeIssueCalls(api, uuid, { first: issue, readOnly: !mayWrite }),
    [uuid, issue, mayWrite],
  )
  const review = useMemo(() => makeReview(api, uuid), [uuid])
  const isStored = isObject(sample.label)
  const checks = useMemo(
    () => (mayCheck ? makeChecks(api, { uuid, dataset, isStored }) : undefined),
    [uuid, dataset, isStored, mayCheck],
  )
  const dismissals = useMemo(() => (mayDismiss ? makeDismissals(api, uuid) : undefined), [uuid, mayDismiss])
  // Looking at a sample is no work that the guide is read for.
  const guide = useGuide(path, false)
  const masks = useMasks(editor, family)
  const points = usePoints(editor, family)
  if ((family.bitmap && masks === undefined) || (family.points && points === undefined)) return null
  return (
    <AnyWorkbench
      editor={editor}
      masks={masks}
      points={points}
      dataset={dataset}
      sample={attributes}
      actions={noActions}
      checks={checks}
      firstWarning={warning}
      dismissals={dismissals}
      guide={guide}
      issues={issues}
      review={review}
      header={
        <header className={workbench.header}>
          <Back path={path} />
          <h2 className={workbench.sample} title={name}>
            <Visible text={name} />
          </h2>
          <StatusBadge status={status} />
          <Text size="xs" c="dimmed">
            {isArchived ? t("shell:archived") : t(mayWrite ? "readOnly" : "onlyRead")}
          </Text>
          {hasPermission(dataset, "review") ? (
            <SampleOverlap
              sample={uuid}
              status={status}
              mayChange={hasPermission(dataset, "prioritise") && !isArchived}
            />
          ) : null}
          {hasPermission(dataset, "view_work") && !isStored ? (
            <LinkAnchor size="xs" to="/d/$owner/$dataset/samples/$uuid/gold" params={{ ...path, uuid }}>
              {t("gold:knownLabel")}
            </LinkAnchor>
          ) : null}
          <GuideButton guide={guide} />
        </header>
      }
    />
  )
}
