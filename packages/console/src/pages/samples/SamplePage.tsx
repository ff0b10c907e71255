/** One sample with its label, outside of a queue: in the workbench, where nothing can be changed but its issues. */
import { Alert, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link } from "@tanstack/react-router"
import { useEffect, useMemo } from "react"
import { useTranslation } from "react-i18next"
import { api, readBody } from "../../api/client.ts"
import type { DatasetPath } from "../../api/dataset.ts"
import { hasStatus } from "../../api/problem.ts"
import { NotFoundPage } from "../../app/NotFoundPage.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { AnyWorkbench } from "../../workbench/AnyWorkbench.tsx"
import { makeChecks } from "../../workbench/check/SampleChecks.ts"
import { parse } from "../../workbench/editor/json/parse.ts"
import { isArray, isObject, type JsonObject } from "../../workbench/editor/json/value.ts"
import type { Family } from "../../workbench/editor/label/family.ts"
import { GuideButton } from "../../workbench/guide/GuideButton.tsx"
import { useGuide } from "../../workbench/guide/useGuide.ts"
import { makeDismissals } from "../../workbench/session/check.ts"
import { makeIssueCalls } from "../../workbench/session/issues.ts"
import { findDatasetFamily, labelToEdit, openEditor } from "../../workbench/session/openEditor.ts"
import { makeReview } from "../../workbench/session/review.ts"
import { SamplePlaceholder } from "../../workbench/session/SamplePlaceholder.tsx"
import { useMasks, usePoints } from "../../workbench/session/useShownDocuments.ts"
import { readDataset } from "../../workbench/session/work.ts"
import workbench from "../../workbench/workbench.module.css"
import { SampleOverlap } from "./overlap/SampleOverlap.tsx"
import { StatusBadge } from "./SampleCells.tsx"
import { sampleRow } from "./sampleRow.ts"

const route = getRouteApi("/whole-window/d/$owner/$dataset/samples/$uuid")

/** A sample with its whole label in the ground truth. Every digit is kept. */
const readSample = async (sample: string, signal: AbortSignal): Promise<JsonObject> => {
  const query = { labelset: "ground-truth" }
  const text = await readBody(
    api.GET("/samples/{sample}/", { params: { path: { sample }, query }, parseAs: "text", signal }),
  )
  const parsed = parse(text)
  return isObject(parsed) ? parsed : {}
}

export const SamplePage = () => {
  const { t } = useTranslation(["samples", "workbench"])
  const { dataset: name, owner, uuid } = route.useParams()
  const path: DatasetPath = { owner, dataset: name }
  const dataset = useQuery({
    queryKey: ["workbench", owner, name],
    queryFn: ({ signal }) => readDataset(api, path, signal),
  })
  const sample = useQuery({
    queryKey: ["sample", uuid],
    queryFn: ({ signal }) => readSample(uuid, signal),
    // A label that somebody saves must not replace what is looked at.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const title = typeof sample.data?.name === "string" ? sample.data.name : t("title")
  useEffect(() => {
    document.title = `${title} · Annotary`
  }, [title])
  const error = dataset.error ?? sample.error
  if (hasStatus(error, 400, 404)) return <NotFoundPage />
  if (sample.data !== undefined && sample.data.dataset_full_name !== `${owner}/${name}`)
    return <NotFoundPage />
  const family = dataset.data && findDatasetFamily(dataset.data)
  return (
    <main className={workbench.frame}>
      <h1 className={workbench.live}>
        <Visible text={title} />
      </h1>
      {error === null || (dataset.data !== undefined && sample.data !== undefined) ? null : (
        <SamplePlaceholder home={<Back path={path} />}>
          <ProblemPanel
            error={error}
            onRetry={() => {
              dataset.refetch()
              sample.refetch()
            }}
          />
        </SamplePlaceholder>
      )}
      {dataset.data === undefined || sample.data === undefined ? (
        error === null ? (
          <SamplePlaceholder home={<Back path={path} />}>{null}</SamplePlaceholder>
        ) : null
      ) : family === undefined ? (
        <SamplePlaceholder home={<Back path={path} />}>
          <Alert>{t("workbench:session.unsupported", { type: String(dataset.data.task_type) })}</Alert>
        </SamplePlaceholder>
      ) : (
        <Shown path={path} dataset={dataset.data} family={family} sample={sample.data} />
      )}
    </main>
  )
}

interface ShownProps {
  readonly path: DatasetPath
  readonly dataset: JsonObject
  readonly family: Family
  readonly sample: JsonObject
}

/** Nothing is submitted outside of a queue. */
const noActions = {}

const Shown = ({ dataset, family, path, sample }: ShownProps) => {
  const { t } = useTranslation(["samples", "shell"])
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
            <SampleOverlap sample={uuid} mayChange={hasPermission(dataset, "prioritise") && !isArchived} />
          ) : null}
          <GuideButton guide={guide} />
        </header>
      }
    />
  )
}

const Back = ({ path }: { readonly path: DatasetPath }) => {
  const { t } = useTranslation("samples")
  return (
    <Link to="/d/$owner/$dataset/samples" params={path} className={workbench.home}>
      {t("back")}
    </Link>
  )
}

/** Whether the caller may do something, as the API's record of a dataset says. */
const hasPermission = ({ permissions }: JsonObject, permission: string): boolean =>
  isArray(permissions) && permissions.includes(permission)
