/** Reads a sample and its dataset for the workbench, outside of a queue, and shows what stands there until it is read. */
import { Alert } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { type ReactNode, useEffect } from "react"
import { useTranslation } from "react-i18next"
import { api, readBody } from "../../api/client.ts"
import type { DatasetPath } from "../../api/dataset.ts"
import { hasStatus } from "../../api/problem.ts"
import { NotFoundPage } from "../../app/NotFoundPage.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { parse } from "../../workbench/editor/json/parse.ts"
import { isArray, isObject, type JsonObject } from "../../workbench/editor/json/value.ts"
import type { Family } from "../../workbench/editor/label/family.ts"
import { findDatasetFamily } from "../../workbench/session/openEditor.ts"
import { SamplePlaceholder } from "../../workbench/session/SamplePlaceholder.tsx"
import { readDataset } from "../../workbench/session/work.ts"
import workbench from "../../workbench/workbench.module.css"

export interface OpenedSampleProps {
  readonly path: DatasetPath
  readonly dataset: JsonObject
  readonly family: Family
  readonly sample: JsonObject
}

interface SampleReaderProps {
  readonly path: DatasetPath
  readonly uuid: string
  readonly children: (opened: OpenedSampleProps) => ReactNode
}

/** A sample with its whole label in the ground truth. Every digit is kept. */
const readSample = async (sample: string, signal: AbortSignal): Promise<JsonObject> => {
  const query = { labelset: "ground-truth" }
  const text = await readBody(
    api.GET("/samples/{sample}/", { params: { path: { sample }, query }, parseAs: "text", signal }),
  )
  const parsed = parse(text)
  return isObject(parsed) ? parsed : {}
}

export const SampleReader = ({ children, path, uuid }: SampleReaderProps) => {
  const { t } = useTranslation(["samples", "workbench"])
  const { dataset: name, owner } = path
  const dataset = useQuery({
    queryKey: ["workbench", owner, name],
    queryFn: ({ signal }) => readDataset(api, path, signal),
    // A record that is read again must not replace the editor, and what is drawn in it.
    staleTime: Number.POSITIVE_INFINITY,
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
        children({ path, dataset: dataset.data, family, sample: sample.data })
      )}
    </main>
  )
}

export const Back = ({ path }: { readonly path: DatasetPath }) => {
  const { t } = useTranslation("samples")
  return (
    <Link to="/d/$owner/$dataset/samples" params={path} className={workbench.home}>
      {t("back")}
    </Link>
  )
}

/** Whether the caller may do something, as the API's record of a dataset says. */
export const hasPermission = ({ permissions }: JsonObject, permission: string): boolean =>
  isArray(permissions) && permissions.includes(permission)
