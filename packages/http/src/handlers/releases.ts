/** Releases, and the signed statements about them. */
import {
  type CurrentActor,
  type Envelope,
  type JsonTree,
  type KeySet,
  type Release,
  ReleaseStatements,
  Releases,
  releaseJson,
  StatementKeys,
} from "@annotary/core/effect"
import { Effect, Stream } from "effect"
import type { ReleasesApi } from "../api/groups/releases.ts"
import { formatErrorLine, noContent, streamNdjson } from "../transport/reply/reply.ts"
import { replyCreated, replyJson } from "./answers.ts"
import { group, toDatasetRef } from "./group.ts"
import { replyFile } from "./ranges.ts"

export const releases = Effect.gen(function* () {
  const service = yield* Releases
  const statements = yield* ReleaseStatements
  const keys = yield* StatementKeys
  const toReleaseJson = (release: Release): Effect.Effect<JsonTree, never, CurrentActor> =>
    Effect.map(service.signUrl(release), (url) => releaseJson(release, url))
  return group<typeof ReleasesApi>({
    list: ({ path }) =>
      Effect.map(Effect.flatMap(service.list(toDatasetRef(path)), Effect.forEach(toReleaseJson)), (found) =>
        replyJson(found),
      ),
    create: ({ path, payload }) =>
      Effect.map(Effect.flatMap(service.create(toDatasetRef(path), payload), toReleaseJson), (release) =>
        replyCreated(release),
      ),
    get: ({ path }) =>
      Effect.map(Effect.flatMap(service.get(toDatasetRef(path), path.release), toReleaseJson), (release) =>
        replyJson(release),
      ),
    update: ({ path, payload }) =>
      Effect.map(
        Effect.flatMap(service.update(toDatasetRef(path), path.release, payload), toReleaseJson),
        (release) => replyJson(release),
      ),
    remove: ({ path }) => Effect.as(service.remove(toDatasetRef(path), path.release), noContent),
    diff: ({ path }) =>
      Effect.map(service.diff(toDatasetRef(path), path.release, path.other), (changes) =>
        streamNdjson(
          Stream.map(changes, (line) => `${line}\n`),
          { trailer: formatErrorLine },
        ),
      ),
    statements: ({ path }) =>
      Effect.map(statements.list(toDatasetRef(path), path.release), (envelopes) =>
        replyJson(envelopes.map(toEnvelopeJson)),
      ),
    appendStatement: ({ path, payload: { predicate, predicate_type: predicateType } }) =>
      Effect.map(
        statements.append(toDatasetRef(path), path.release, { predicateType, predicate }),
        (envelope) => replyCreated(toEnvelopeJson(envelope)),
      ),
    prove: ({ path }) =>
      Effect.map(statements.prove(toDatasetRef(path), path.release, path.sample), ({ line, proof }) =>
        replyJson({ proof: { ...proof, statement: toEnvelopeJson(proof.statement) }, line: { ...line } }),
      ),
    keySet: () => Effect.map(keys.readKeySet(), replyKeySet),
    rotateKey: () => Effect.map(keys.rotate(), replyKeySet),
    file: ({ header, method, path, urlParams }) =>
      Effect.map(service.openFile(path.release, urlParams.expires, urlParams.token), (file) =>
        replyFile(
          { header, method },
          {
            type: "application/json",
            size: file.size,
            etag: file.sha256,
            stream: file.stream,
            compressible: true,
          },
        ),
      ),
  })
})

const toEnvelopeJson = ({ payload, payloadType, signatures }: Envelope): JsonTree => ({
  payload,
  payloadType,
  signatures: signatures.map((signature) => ({ ...signature })),
})

const replyKeySet = ({ keys }: KeySet) => replyJson({ keys: keys.map((key) => ({ ...key })) })
