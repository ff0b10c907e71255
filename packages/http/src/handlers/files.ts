/** Assets and jobs. */
import {
  type Asset,
  AssetCollection,
  AssetRemoval,
  Assets,
  AssetUrls,
  type CollectionLine,
  type FieldsOf,
  isRepeatable,
  type Job,
  JobRetries,
  Jobs,
  type JsonTree,
  type NewAsset,
  toAssetReferenceJson,
  toJobJson,
} from "@annotary/core/effect"
import { Effect, Stream } from "effect"
import type { AssetsApi, JobsApi } from "../api/groups/files.ts"
import type { ListedJob } from "../api/records/job.ts"
import { formatErrorLine, noContent, streamNdjson } from "../transport/reply/reply.ts"
import { makeNextPageLink, replyCreated, replyJson, replyPageBefore } from "./answers.ts"
import { readForm } from "./form.ts"
import { group } from "./group.ts"
import { replyFile } from "./ranges.ts"

export const assets = Effect.gen(function* () {
  const service = yield* Assets
  const removal = yield* AssetRemoval
  const collection = yield* AssetCollection
  const urls = yield* AssetUrls
  return group<typeof AssetsApi>({
    create: ({ payload }) =>
      Effect.map(service.create(payload), (asset) => replyCreated(toNewAssetJson(asset))),
    list: ({ url, urlParams: { before = null, per_page: limit } }) =>
      Effect.map(service.list({ before, limit }), (found) =>
        replyPageBefore(found, toOwnAssetJson, { id: ({ id }) => id, limit, pathname: url.pathname }),
      ),
    collect: ({ payload: { dry_run: dryRun, keep_hours: keepHours } }) =>
      Effect.map(collection.run({ dryRun, keepHours }), (lines) =>
        streamNdjson(
          Stream.map(lines, (line) => `${JSON.stringify(toCollectionLineJson(line))}\n`),
          { trailer: formatErrorLine },
        ),
      ),
    upload: ({ body, header, path }) =>
      Effect.zipRight(
        service.requireExpected(path.asset),
        Effect.scoped(
          Effect.flatMap(readForm(header("content-type"), body), ({ fields, file }) =>
            Effect.as(service.upload(path.asset, fields, file), noContent),
          ),
        ),
      ),
    read: ({ header, method, path, urlParams }) =>
      Effect.zipWith(
        urls.verify(path.asset, path.file, urlParams),
        service.open(path.asset, path.file),
        (validSeconds, file) =>
          replyFile(
            { header, method },
            {
              type: file.contentType,
              size: file.size,
              etag: file.etag,
              stream: file.stream,
              compressible: false,
              headers: {
                "Access-Control-Allow-Origin": "*",
                "Content-Security-Policy": "default-src 'none'; sandbox",
                "Content-Disposition": file.inline ? "inline" : "attachment",
                // The URL stands for the permission, so that a browser keeps the file as long as the URL is valid. Under a
                // permanent URL it asks each time whether the file is still there, and downloads it once.
                "Cache-Control":
                  validSeconds === null ? "private, no-cache" : `private, max-age=${validSeconds}`,
              },
            },
          ),
      ),
    references: ({ path }) =>
      Effect.map(removal.references(path.asset), ({ hiddenDatasets, references }) =>
        replyJson({ references: references.map(toAssetReferenceJson), hidden_datasets: hiddenDatasets }),
      ),
    remove: ({ path, urlParams }) => Effect.as(removal.remove(path.asset, urlParams), noContent),
  })
})

export const jobs = Effect.gen(function* () {
  const service = yield* Jobs
  const retries = yield* JobRetries
  return group<typeof JobsApi>({
    list: ({ url, urlParams: { before, per_page: limit, status } }) =>
      Effect.map(retries.list({ before, limit, status }), (found) => {
        const last = found.length < limit ? undefined : found.at(-1)
        return replyJson(found.map(toListedJobJson), { headers: makeNextPageLink(url, "before", last?.id) })
      }),
    retry: ({ path }) => Effect.map(retries.retry(path.job), (job) => replyJson(toListedJobJson(job))),
    get: ({ path }) => Effect.map(service.get(path.job), (job) => replyJson(toJobJson(job))),
  })
})

/** Operators see no dataset by being one, so that it has no name here. */
const toListedJobJson = (job: Job): FieldsOf<typeof ListedJob> => ({
  ...toJobJson(job),
  dataset_uuid: job.datasetId,
  attempts: job.attempts,
  can_retry: job.status === "FAILED" && isRepeatable(job.kind),
})

const toOwnAssetJson = (asset: Asset): JsonTree => ({
  uuid: asset.id,
  filename: asset.filename,
  content_type: asset.contentType,
  size_bytes: asset.sizeBytes,
  created_at: asset.createdAt,
  unreferenced_since: asset.unreferencedSince,
})

const toCollectionLineJson = (line: CollectionLine): { readonly [key: string]: unknown } => {
  switch (line._tag) {
    case "Progress":
      return { type: "progress", datasets: line.datasets, total: line.total }
    case "Collected": {
      const { createdAt, createdBy, filename, id, sizeBytes, unreferencedSince } = line.asset
      return {
        type: "asset",
        uuid: id,
        filename,
        size_bytes: sizeBytes,
        created_at: createdAt,
        created_by: createdBy,
        unreferenced_since: unreferencedSince,
      }
    }
    case "Summary":
      return { type: "summary", dry_run: line.dryRun, assets: line.assets, bytes: line.bytes }
  }
}

const toNewAssetJson = ({ asset, presignedPostFields, url }: NewAsset): JsonTree => ({
  uuid: asset.id,
  filename: asset.filename,
  url,
  created_at: asset.createdAt,
  presignedPostFields: { url: presignedPostFields.url, fields: { ...presignedPostFields.fields } },
})
