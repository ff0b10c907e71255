import {
  Audit,
  Datasets,
  type DatasetView,
  type JsonTree,
  toDatasetJson,
  toJobJson,
  withSettings,
} from "@annotary/core/effect"
import { Effect } from "effect"
import type { DatasetsApi } from "../api/groups/datasets.ts"
import { noContent, type Reply } from "../transport/reply/reply.ts"
import { replyJson, replyList } from "./answers.ts"
import { replyAuditPage, toAuditPage } from "./auditPage.ts"
import { parseIfMatch } from "./conditions.ts"
import { group, toDatasetRef } from "./group.ts"

export const datasets = Effect.gen(function* () {
  const service = yield* Datasets
  const audit = yield* Audit
  return group<typeof DatasetsApi>({
    listMine: ({ urlParams }) =>
      Effect.map(
        service.listMine({
          ...toPage(urlParams),
          shared: urlParams.include === "shared",
          text: urlParams.q,
          owner: urlParams.owner,
          role: urlParams.role,
        }),
        replyDatasets,
      ),
    listOf: ({ path, urlParams }) =>
      Effect.map(service.listOwned(path.username, toPage(urlParams)), replyDatasets),
    create: ({ payload }) =>
      Effect.map(service.create(withSettings(payload)), (view) => replyDataset(view, 201)),
    createFor: ({ path, payload }) =>
      Effect.map(service.create({ ...withSettings(payload), owner: path.organization }), (view) =>
        replyDataset(view, 201),
      ),
    get: ({ path }) => Effect.map(service.get(toDatasetRef(path)), (view) => replyDataset(view)),
    update: ({ headers, path, payload }) =>
      Effect.map(service.update(toDatasetRef(path), withSettings(payload), parseIfMatch(headers)), (view) =>
        replyDataset(view),
      ),
    remove: ({ headers, path }) =>
      Effect.as(service.remove(toDatasetRef(path), parseIfMatch(headers)), noContent),
    clone: ({ path, payload: { clone_labels, task_type, ...rest } }) =>
      Effect.map(
        service.clone(toDatasetRef(path), { ...rest, cloneLabels: clone_labels, taskType: task_type }),
        ({ job, view }) =>
          job === null ? replyDataset(view, 201) : replyJson(toJobJson(job), { status: 202 }),
      ),
    transfer: ({ path, payload }) =>
      Effect.map(service.transfer(toDatasetRef(path), payload.owner), (view) => replyDataset(view)),
    audit: ({ path, url, urlParams }) =>
      Effect.map(audit.ofDataset(toDatasetRef(path), toAuditPage(urlParams)), (found) =>
        replyAuditPage(found, urlParams.per_page, url),
      ),
  })
})

/** The dataset as its caller sees it. The ETag is the version of its settings. */
export const replyDataset = (view: DatasetView, status = 200): Reply =>
  replyJson(toDatasetTree(view), { status, etag: view.record.dataset.version })

const toDatasetTree = ({ record, ...context }: DatasetView): JsonTree => toDatasetJson(record, context)

const replyDatasets = (views: ReadonlyArray<DatasetView>): Reply => replyList(views, toDatasetTree)

const toPage = ({ page, per_page }: { readonly page: number; readonly per_page: number }) => ({
  offset: (page - 1) * per_page,
  limit: per_page,
})
