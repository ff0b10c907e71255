/** Samples: lists, single samples and bulk changes. */
import {
  type AddedSamples,
  BucketUrls,
  type BulkMatches,
  type BulkSet,
  type BulkTarget,
  type ImportLine,
  type JsonTree,
  mapReady,
  SampleId,
  type SampleList,
  type SampleRow,
  Samples,
  type SampleView,
} from "@annotary/core/effect"
import { Chunk, Effect, Schema, Stream } from "effect"
import type { SamplesApi } from "../api/groups/samples.ts"
import type { BulkChange, BulkRemoval } from "../api/payloads/sample.ts"
import type { Line } from "../transport/body/lines.ts"
import { ndjson, noContent, type Reply } from "../transport/reply/reply.ts"
import { listed, nextLink, tree } from "./answers.ts"
import { allWithBareUrls, isSuspect, withBareUrls } from "./bareUrls.ts"
import { shownSample } from "./bucketUrls.ts"
import { ifMatch, sampleTag } from "./conditions.ts"
import { datasetRef, group } from "./group.ts"
import { importLine, importText, spooled } from "./imports.ts"
import { labeledInputs, sampleInput, samplePatch } from "./sampleInput.ts"
import { conditionsOf, sortOf } from "./sampleQuery.ts"
import { inWireNames } from "./wireNames.ts"

export const samples = Effect.gen(function* () {
  const service = yield* Samples
  const bucketUrls = yield* BucketUrls

  /** The URLs of the owner of a sample's dataset; null when the caller may not see it, which the write says itself. */
  const urlsOfSample = (sample: SampleId) =>
    service.get(sample, {}).pipe(
      Effect.flatMap(({ context: { dataset } }) => bucketUrls.of(dataset.slice(0, dataset.indexOf("/")))),
      Effect.catchAll(() => Effect.succeed(null)),
    )
  /** Decodes lines, whose URLs become bare ones. */
  const decoded = (owner: string) => (lines: Chunk.Chunk<Line>) => {
    const made = Chunk.map(lines, importLine)
    return Chunk.some(made, (line) => "sample" in line && isSuspect(line.sample))
      ? Effect.map(Effect.forEach(made, bareLine(owner)), Chunk.fromIterable)
      : Effect.succeed(made)
  }
  const bareLine =
    (owner: string) =>
    (line: ImportLine): Effect.Effect<ImportLine> =>
      "sample" in line
        ? Effect.map(withBareUrls(line.sample, bucketUrls.ofAccount(owner)), (sample) => ({
            ...line,
            sample,
          }))
        : Effect.succeed(line)

  return group<typeof SamplesApi>({
    list: ({ path, url, urlParams }) =>
      Effect.map(
        service.list(datasetRef(path), {
          ...conditionsOf(urlParams),
          sort: sortOf(urlParams.sort),
          page: urlParams.page,
          perPage: urlParams.per_page,
          cursor: urlParams.cursor,
          labelset: urlParams.labelset,
          fullLabel: urlParams.include_full_label,
          count: urlParams.count,
          pictureSizes: fieldsOf(urlParams.fields)?.has("measured_sizes") !== false,
        }),
        (found) => page(found, url.pathname, urlParams),
      ),
    create: ({ path, payload }) =>
      allWithBareUrls([payload], path.owner, bucketUrls).pipe(
        Effect.flatMap((bare) => labeledInputs(bare, () => "")),
        Effect.flatMap(([input = sampleInput(payload)]) => service.create(datasetRef(path), input)),
        Effect.map((view) => shown(view, 201)),
        Effect.mapError(inWireNames),
      ),
    createMany: ({ lines, path, payload, urlParams }) =>
      lines === undefined
        ? allWithBareUrls(payload, path.owner, bucketUrls).pipe(
            Effect.flatMap((bare) => labeledInputs(bare, (index) => `/${index}`)),
            Effect.flatMap((inputs) => service.createMany(datasetRef(path), inputs)),
            Effect.map(addedAll),
            Effect.mapError(inWireNames),
          )
        : service
            .importLines(datasetRef(path), Stream.mapChunksEffect(lines, decoded(path.owner)), urlParams)
            .pipe(
              Effect.flatMap((results) => spooled(Stream.map(results, importText))),
              Effect.map((text) => ndjson(text)),
            ),
    updateMany: ({ path, payload }) =>
      Effect.map(service.updateMany(datasetRef(path), targetOf(payload), setOf(payload.set)), (done) =>
        tree({ updated_count: done.changed, next: done.next }),
      ),
    removeMany: ({ path, payload }) =>
      Effect.map(service.removeMany(datasetRef(path), payload.uuids.filter(isSampleId)), (deleted) =>
        tree({ deleted_count: deleted }),
      ),
    removeMatching: ({ path, payload }) =>
      Effect.map(service.removeMatching(datasetRef(path), matchesOf(payload)), (done) =>
        tree({ deleted_count: done.changed, next: done.next }),
      ),
    get: ({ path, urlParams }) =>
      Effect.map(service.get(path.sample, { labelset: urlParams.labelset, pictureSizes: true }), (view) =>
        shown(view),
      ),
    update: ({ headers, path, payload }) =>
      withBareUrls(payload, urlsOfSample(path.sample)).pipe(
        Effect.flatMap((bare) => service.update(path.sample, samplePatch(bare), ifMatch(headers))),
        Effect.map((view) => shown(view)),
      ),
    remove: ({ headers, path }) => Effect.as(service.remove(path.sample, ifMatch(headers)), noContent),
  })
})

const isSampleId = Schema.is(SampleId)

const shown = ({ context, sample }: SampleView, status = 200): Reply =>
  tree(shownSample(sample, context), { status, etag: sampleTag(sample.version, context.label?.version) })

/** Written in pieces, because ten thousand samples should not become one text. */
const addedAll = ({ dataset, samples }: AddedSamples): Reply =>
  listed(
    Stream.map(Stream.rechunk(Stream.fromIterable(samples), 100), ({ sample }) =>
      shownSample(sample, { dataset }),
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
}

const page = (found: SampleList, pathname: string, parameters: PageParameters): Reply => {
  const fields = fieldsOf(parameters.fields)
  const { next, total } = found
  const headers = {
    ...nextLink(pathname, next === null ? null : following(next, parameters)),
    ...(parameters.page > 1 && parameters.cursor === undefined ? { "annotary-paging": byNumber } : {}),
    ...(total === undefined
      ? {}
      : { "X-Total-Count": total.capped ? `${total.count}+` : String(total.count) }),
  }
  return listed(mapReady(found.rows, rowOf(found, fields)), { headers })
}

/** Clients that read pages by number, as the SDK does, can log this; the order of a number is that of the moment. */
const byNumber =
  "by page number: samples that are added, removed or moved meanwhile may be skipped or repeated; the next link of Link skips none"

/** The query of the next page. The cursor contains filter and sort order. */
const following = (
  cursor: string,
  { fields, include_full_label, labelset, per_page }: PageParameters,
): Readonly<Record<string, string>> => ({
  cursor,
  per_page: String(per_page),
  ...(labelset === undefined ? {} : { labelset }),
  ...(include_full_label ? { include_full_label: "1" } : {}),
  ...(fields === undefined ? {} : { fields }),
})

const fieldsOf = (text: string | undefined): ReadonlySet<string> | undefined => {
  const fields = new Set(
    text
      ?.split(",")
      .map((field) => field.trim())
      .filter((field) => field !== ""),
  )
  return fields.size === 0 ? undefined : fields
}

const rowOf =
  ({ dataset, fullLabel }: SampleList, fields: ReadonlySet<string> | undefined) =>
  ({ label, long, pictureSizes, sample }: SampleRow): JsonTree => {
    const labelPart = label === undefined ? {} : fullLabel === undefined ? { label } : { label, fullLabel }
    return picked(shownSample(sample, { dataset, long, pictureSizes, ...labelPart }), fields)
  }

const picked = (row: JsonTree, fields: ReadonlySet<string> | undefined): JsonTree =>
  fields === undefined
    ? row
    : Object.fromEntries(Object.entries(row ?? {}).filter(([key]) => fields.has(key)))

const targetOf = ({ uuids, ...matches }: typeof BulkChange.Type): BulkTarget =>
  uuids === undefined ? matchesOf(matches) : { uuids: uuids.filter(isSampleId) }

const matchesOf = ({ cursor, filters }: typeof BulkRemoval.Type): BulkMatches =>
  cursor === undefined ? { filter: conditionsOf(filters ?? {}) } : { cursor }

const setOf = (set: (typeof BulkChange.Type)["set"]): BulkSet => ({
  priority: set.priority,
  assignedLabeler: set.assigned_labeler,
  assignedReviewer: set.assigned_reviewer,
  labelStatus: set.label_status,
})
