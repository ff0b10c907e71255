import {
  Audit,
  Datasets,
  type DatasetView,
  datasetJson,
  type JsonTree,
  jobJson,
  withSettings,
} from "@annotary/core/effect"
import { Effect } from "effect"
import type { DatasetsApi } from "../api/groups/datasets.ts"
import { noContent, type Reply } from "../transport/reply/reply.ts"
import { list, tree } from "./answers.ts"
import { auditPage, auditReply } from "./auditPage.ts"
import { ifMatch } from "./conditions.ts"
import { datasetRef, group } from "./group.ts"

export const datasets = Effect.gen(function* () {
  const service = yield* Datasets
  const audit = yield* Audit
  return group<typeof DatasetsApi>({
    listMine: ({ urlParams }) =>
      Effect.map(
        service.listMine({
          ...pageOf(urlParams),
          shared: urlParams.include === "shared",
          text: urlParams.q,
          owner: urlParams.owner,
          role: urlParams.role,
        }),
        shownAll,
      ),
    listOf: ({ path, urlParams }) =>
      Effect.map(service.listOwned(path.username, pageOf(urlParams)), shownAll),
    create: ({ payload }) => Effect.map(service.create(withSettings(payload)), (view) => shown(view, 201)),
    createFor: ({ path, payload }) =>
      Effect.map(service.create({ ...withSettings(payload), owner: path.organization }), (view) =>
        shown(view, 201),
      ),
    get: ({ path }) => Effect.map(service.get(datasetRef(path)), (view) => shown(view)),
    update: ({ headers, path, payload }) =>
      Effect.map(service.update(datasetRef(path), withSettings(payload), ifMatch(headers)), (view) =>
        shown(view),
      ),
    remove: ({ headers, path }) => Effect.as(service.remove(datasetRef(path), ifMatch(headers)), noContent),
    clone: ({ path, payload: { clone_labels, task_type, ...rest } }) =>
      Effect.map(
        service.clone(datasetRef(path), { ...rest, cloneLabels: clone_labels, taskType: task_type }),
        ({ job, view }) => (job === null ? shown(view, 201) : tree(jobJson(job), { status: 202 })),
      ),
    transfer: ({ path, payload }) =>
      Effect.map(service.transfer(datasetRef(path), payload.owner), (view) => shown(view)),
    audit: ({ path, url, urlParams }) =>
      Effect.map(audit.ofDataset(datasetRef(path), auditPage(urlParams)), (found) =>
        auditReply(found, urlParams.per_page, url),
      ),
  })
})

/** The dataset as its caller sees it. The ETag is the version of its settings. */
export const shown = (view: DatasetView, status = 200): Reply =>
  tree(treeOf(view), { status, etag: view.record.dataset.version })

const treeOf = ({ record, ...context }: DatasetView): JsonTree => datasetJson(record, context)

const shownAll = (views: ReadonlyArray<DatasetView>): Reply => list(views, treeOf)

const pageOf = ({ page, per_page }: { readonly page: number; readonly per_page: number }) => ({
  offset: (page - 1) * per_page,
  limit: per_page,
})
