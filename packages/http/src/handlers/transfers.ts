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
import { created, tree } from "./answers.ts"
import { datasetRef, group } from "./group.ts"
import { fileReply } from "./ranges.ts"

export const exports = Effect.gen(function* () {
  const service = yield* Exports
  const { keepExportsMillis: keepMillis } = yield* EngineSettings
  const shown = (transfer: Transfer): Effect.Effect<JsonTree, never, CurrentActor> =>
    Effect.map(service.signedUrl(transfer), (url) => exportJson(transfer, { url, keepMillis }))
  return group<typeof ExportsApi>({
    formats: () => Effect.map(service.formats, (found) => tree(found.map((format) => ({ ...format })))),
    list: ({ path }) =>
      Effect.map(Effect.flatMap(service.list(datasetRef(path)), Effect.forEach(shown)), (found) =>
        tree(found),
      ),
    create: ({ path, payload }) =>
      Effect.map(Effect.flatMap(service.create(datasetRef(path), payload), shown), (made) => created(made)),
    get: ({ path }) =>
      Effect.map(Effect.flatMap(service.get(datasetRef(path), path.transfer), shown), (found) => tree(found)),
    cancel: ({ path }) =>
      Effect.map(Effect.flatMap(service.cancel(datasetRef(path), path.transfer), shown), (found) =>
        tree(found),
      ),
    remove: ({ path }) => Effect.as(service.remove(datasetRef(path), path.transfer), noContent),
    file: ({ header, method, path, urlParams }) =>
      Effect.map(service.openFile(path.transfer, urlParams.expires, urlParams.token), (file) =>
        fileReply(
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
    list: ({ path }) => Effect.map(service.list(datasetRef(path)), (found) => tree(found.map(importJson))),
    create: ({ path, payload }) =>
      Effect.map(service.create(datasetRef(path), payload), (made) => created(importJson(made))),
    get: ({ path }) =>
      Effect.map(service.get(datasetRef(path), path.transfer), (found) => tree(importJson(found))),
    cancel: ({ path }) =>
      Effect.map(service.cancel(datasetRef(path), path.transfer), (found) => tree(importJson(found))),
    remove: ({ path }) => Effect.as(service.remove(datasetRef(path), path.transfer), noContent),
  })
})
