/** Exports and imports of other formats. */
import {
  type CurrentActor,
  EngineSettings,
  Exports,
  exportJson,
  Imports,
  importJson,
  type JsonTree,
  type Transfer,
} from "@annotary/core/effect"
import { Effect } from "effect"
import type { ExportsApi, ImportsApi } from "../api/groups/transfers.ts"
import { noContent } from "../transport/reply/reply.ts"
import { replyCreated, replyJson } from "./answers.ts"
import { group, toDatasetRef } from "./group.ts"
import { replyFile } from "./ranges.ts"

export const exports = Effect.gen(function* () {
  const service = yield* Exports
  const { keepExportsMillis: keepMillis } = yield* EngineSettings
  const toExportJson = (transfer: Transfer): Effect.Effect<JsonTree, never, CurrentActor> =>
    Effect.map(service.signUrl(transfer), (url) => exportJson(transfer, { url, keepMillis }))
  return group<typeof ExportsApi>({
    formats: () => Effect.map(service.formats, (found) => replyJson(found.map((format) => ({ ...format })))),
    list: ({ path }) =>
      Effect.map(Effect.flatMap(service.list(toDatasetRef(path)), Effect.forEach(toExportJson)), (found) =>
        replyJson(found),
      ),
    create: ({ path, payload }) =>
      Effect.map(Effect.flatMap(service.create(toDatasetRef(path), payload), toExportJson), (made) =>
        replyCreated(made),
      ),
    get: ({ path }) =>
      Effect.map(Effect.flatMap(service.get(toDatasetRef(path), path.transfer), toExportJson), (found) =>
        replyJson(found),
      ),
    cancel: ({ path }) =>
      Effect.map(Effect.flatMap(service.cancel(toDatasetRef(path), path.transfer), toExportJson), (found) =>
        replyJson(found),
      ),
    remove: ({ path }) => Effect.as(service.remove(toDatasetRef(path), path.transfer), noContent),
    file: ({ header, method, path, urlParams }) =>
      Effect.map(service.openFile(path.transfer, urlParams.expires, urlParams.token), (file) =>
        replyFile(
          { header, method },
          {
            type: "application/zip",
            size: file.size,
            etag: file.sha256,
            stream: file.stream,
            compressible: false,
            headers: { "Content-Disposition": `attachment; filename="${file.filename}"` },
          },
        ),
      ),
  })
})

export const importsOfFormats = Effect.gen(function* () {
  const service = yield* Imports
  return group<typeof ImportsApi>({
    list: ({ path }) =>
      Effect.map(service.list(toDatasetRef(path)), (found) => replyJson(found.map(importJson))),
    create: ({ path, payload }) =>
      Effect.map(service.create(toDatasetRef(path), payload), (made) => replyCreated(importJson(made))),
    get: ({ path }) =>
      Effect.map(service.get(toDatasetRef(path), path.transfer), (found) => replyJson(importJson(found))),
    cancel: ({ path }) =>
      Effect.map(service.cancel(toDatasetRef(path), path.transfer), (found) => replyJson(importJson(found))),
    remove: ({ path }) => Effect.as(service.remove(toDatasetRef(path), path.transfer), noContent),
  })
})
