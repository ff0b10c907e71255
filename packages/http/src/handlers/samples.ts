/** Samples: lists, single samples and bulk changes. */
import {
  type AddedSamples,
  BucketUrls,
  type BulkSet,
  type BulkShare,
  type ImportLine,
  type JsonTree,
  mapReady,
  type SampleId,
  type SampleList,
  type SampleRow,
  Samples,
  type SampleView,
  Thumbnails,
} from "@annotary/core/effect"
import { Chunk, Effect, Stream } from "effect"
import type { SamplesApi } from "../api/groups/samples.ts"
import type { BulkChange } from "../api/payloads/sample.ts"
import { toConditions } from "../api/sampleFilters.ts"
import type { Line } from "../transport/body/lines.ts"
import { noContent, type Reply, streamNdjson } from "../transport/reply/reply.ts"
import { makeNextLink, replyJson, replyStream } from "./answers.ts"
import { isSuspect, removeAllUrlSignatures, removeUrlSignatures } from "./bareUrls.ts"
import { toSampleJson } from "./bucketUrls.ts"
import { isSampleId, toBulkMatches, toBulkTarget } from "./bulkTargets.ts"
import { parseIfMatch, sampleTag } from "./conditions.ts"
import { group, toDatasetRef } from "./group.ts"
import { importLine, importText, spoolText } from "./imports.ts"
import { parseSort } from "./parseSort.ts"
import { replyFile } from "./ranges.ts"
import { sampleInput, samplePatch, toLabeledInputs } from "./sampleInput.ts"
import { toWireNames } from "./wireNames.ts"

export const samples = Effect.gen(function* () {
  const service = yield* Samples
  const bucketUrls = yield* BucketUrls
  const thumbnails = yield* Thumbnails

  /** The URLs of the owner of a sample's dataset; null when the caller may not see it, which the write says itself. */
  const findSampleUrls = (sample: SampleId) =>
    service.get(sample, {}).pipe(
      Effect.flatMap(({ context: { dataset } }) =>
        bucketUrls.findSigner(dataset.slice(0, dataset.indexOf("/"))),
      ),
      Effect.catchAll(() => Effect.succeed(null)),
    )
  /** Decodes lines, whose URLs become bare ones. */
  const decodeLines = (owner: string) => (lines: Chunk.Chunk<Line>) => {
    const made = Chunk.map(lines, importLine)
    return Chunk.some(made, (line) => "sample" in line && isSuspect(line.sample))
      ? Effect.map(Effect.forEach(made, removeLineSignatures(owner)), Chunk.fromIterable)
      : Effect.succeed(made)
  }
  const removeLineSignatures =
    (owner: string) =>
    (line: ImportLine): Effect.Effect<ImportLine> =>
      "sample" in line
        ? Effect.map(removeUrlSignatures(line.sample, bucketUrls.ofAccount(owner)), (sample) => ({
            ...line,
            sample,
          }))
        : Effect.succeed(line)

  return group<typeof SamplesApi>({
    list: ({ path, url, urlParams }) =>
      Effect.map(
        service.list(toDatasetRef(path), {
          ...toConditions(urlParams),
          sort: parseSort(urlParams.sort),
          page: urlParams.page,
          perPage: urlParams.per_page,
          cursor: urlParams.cursor,
          labelset: urlParams.labelset,
          fullLabel: urlParams.include_full_label,
          count: urlParams.count,
          overlap: urlParams.include === "overlap",
          pictureSizes: parseFieldNames(urlParams.fields)?.has("measured_sizes") !== false,
        }),
        (found) => replySamplePage(found, url.pathname, urlParams),
      ),
    create: ({ path, payload }) =>
      removeAllUrlSignatures([payload], path.owner, bucketUrls).pipe(
        Effect.flatMap((bare) => toLabeledInputs(bare, () => "")),
        Effect.flatMap(([input = sampleInput(payload)]) => service.create(toDatasetRef(path), input)),
        Effect.map((view) => replySample(view, 201)),
        Effect.mapError(toWireNames),
      ),
    createMany: ({ lines, path, payload, urlParams }) =>
      lines === undefined
        ? removeAllUrlSignatures(payload, path.owner, bucketUrls).pipe(
            Effect.flatMap((bare) => toLabeledInputs(bare, (index) => `/${index}`)),
            Effect.flatMap((inputs) => service.createMany(toDatasetRef(path), inputs)),
            Effect.map(replyAdded),
            Effect.mapError(toWireNames),
          )
        : service
            .importLines(
              toDatasetRef(path),
              Stream.mapChunksEffect(lines, decodeLines(path.owner)),
              urlParams,
            )
            .pipe(
              Effect.flatMap((results) => spoolText(Stream.map(results, importText))),
              Effect.map((text) => streamNdjson(text)),
            ),
    updateMany: ({ path, payload }) =>
      Effect.map(
        service.updateMany(
          toDatasetRef(path),
          toBulkTarget(payload),
          toBulkSet(payload.set),
          toBulkShare(payload),
        ),
        (done) => replyJson({ updated_count: done.changed, next: done.next }),
      ),
    removeMany: ({ path, payload }) =>
      Effect.map(service.removeMany(toDatasetRef(path), payload.uuids.filter(isSampleId)), (deleted) =>
        replyJson({ deleted_count: deleted }),
      ),
    removeMatching: ({ path, payload }) =>
      Effect.map(service.removeMatching(toDatasetRef(path), toBulkMatches(payload)), (done) =>
        replyJson({ deleted_count: done.changed, next: done.next }),
      ),
    get: ({ path, urlParams }) =>
      Effect.map(
        service.get(path.sample, {
          labelset: urlParams.labelset,
          overlap: urlParams.include === "overlap",
          pictureSizes: true,
        }),
        (view) => replySample(view),
      ),
    thumbnail: ({ header, method, path, urlParams }) =>
      Effect.map(thumbnails.get(path.sample, urlParams.size), ({ bytes, contentType, etag }) =>
        replyFile(
          { header, method },
          {
            type: contentType,
            size: bytes.length,
            etag,
            stream: ({ start, end } = { start: 0, end: bytes.length - 1 }) =>
              Stream.make(bytes.subarray(start, end + 1)),
            compressible: false,
            headers: {
              "Content-Security-Policy": "default-src 'none'; sandbox",
              "Cache-Control": `private, max-age=${thumbnailSeconds}`,
            },
          },
        ),
      ),
    update: ({ headers, path, payload }) =>
      removeUrlSignatures(payload, findSampleUrls(path.sample)).pipe(
        Effect.flatMap((bare) => service.update(path.sample, samplePatch(bare), parseIfMatch(headers))),
        Effect.map((view) => replySample(view)),
      ),
    remove: ({ headers, path }) => Effect.as(service.remove(path.sample, parseIfMatch(headers)), noContent),
  })
})

/** A sample can get another picture under the same address. */
const thumbnailSeconds = 300

const replySample = ({ context, sample }: SampleView, status = 200): Reply =>
  replyJson(toSampleJson(sample, context), {
    status,
    etag: sampleTag(sample.version, context.label?.version),
  })

/** Written in pieces, because ten thousand samples should not become one text. */
const replyAdded = ({ dataset, samples }: AddedSamples): Reply =>
  replyStream(
    Stream.map(Stream.rechunk(Stream.fromIterable(samples), 100), ({ sample }) =>
      toSampleJson(sample, { dataset }),
    ),
    { status: 201 },
  )

interface PageParameters {
  readonly page: number
  readonly per_page: number
  readonly cursor?: string
  readonly labelset?: string
  readonly include_full_label?: boolean
  readonly fields?: string
  readonly include?: "overlap"
}

const replySamplePage = (found: SampleList, pathname: string, parameters: PageParameters): Reply => {
  const fields = parseFieldNames(parameters.fields)
  const { next, total } = found
  const headers = {
    ...makeNextLink(pathname, next === null ? null : makeNextQuery(next, parameters)),
    ...(parameters.page > 1 && parameters.cursor === undefined ? { "annotary-paging": byNumber } : {}),
    ...(total === undefined
      ? {}
      : { "X-Total-Count": total.capped ? `${total.count}+` : String(total.count) }),
  }
  return replyStream(mapReady(found.rows, makeRowJson(found, fields)), { headers })
}

/** Clients that read pages by number, as the SDK does, can log this; the order of a number is that of the moment. */
const byNumber =
  "by page number: samples that are added, removed or moved meanwhile may be skipped or repeated; the next link of Link skips none"

/** The query of the next page. The cursor contains filter and sort order. */
const makeNextQuery = (
  cursor: string,
  { fields, include, include_full_label, labelset, per_page }: PageParameters,
): Readonly<Record<string, string>> => ({
  cursor,
  per_page: String(per_page),
  ...(labelset === undefined ? {} : { labelset }),
  ...(include_full_label ? { include_full_label: "1" } : {}),
  ...(fields === undefined ? {} : { fields }),
  ...(include === undefined ? {} : { include }),
})

/** Spaces around a name and empty names do not count; undefined without any. */
const parseFieldNames = (text = ""): ReadonlySet<string> | undefined => {
  const names = text.split(",").map((name) => name.trim())
  const fields = new Set(names.filter((name) => name !== ""))
  return fields.size === 0 ? undefined : fields
}

const makeRowJson =
  ({ dataset, fullLabel }: SampleList, fields: ReadonlySet<string> | undefined) =>
  ({ label, long, overlap, pictureSizes, sample }: SampleRow): JsonTree => {
    const labelPart = label === undefined ? {} : fullLabel === undefined ? { label } : { label, fullLabel }
    return pickFields(toSampleJson(sample, { dataset, long, overlap, pictureSizes, ...labelPart }), fields)
  }

const pickFields = (row: JsonTree, fields: ReadonlySet<string> | undefined): JsonTree =>
  fields === undefined
    ? row
    : Object.fromEntries(Object.entries(row ?? {}).filter(([key]) => fields.has(key)))

const toBulkShare = ({ seed, share }: typeof BulkChange.Type): BulkShare | undefined =>
  share === undefined || seed === undefined ? undefined : { share, seed }

const toBulkSet = (set: (typeof BulkChange.Type)["set"]): BulkSet => ({
  priority: set.priority,
  assignedLabeler: set.assigned_labeler,
  assignedReviewer: set.assigned_reviewer,
  labelStatus: set.label_status,
  overlap: set.overlap,
  reopen: set.reopen,
})
