import { Effect, Encoding, Option, Schema, Stream } from "effect"
import { Access, type DatasetRef } from "../access/Access.ts"
import { computeSha256Into, sha256Length } from "../domain/digest.ts"
import { Envelope } from "../domain/Envelope.ts"
import { Conflict, FileGone, InvalidInput, NotFound } from "../domain/errors.ts"
import type { DatasetId, SampleId } from "../domain/Ids.ts"
import { castToJsonText, emptyObject, type JsonText, parseJson } from "../domain/JsonText.ts"
import { type JsonInput, readJsonInput } from "../domain/jsonInput.ts"
import type { Release } from "../domain/Release.ts"
import { now, type Timestamp } from "../domain/Timestamp.ts"
import { traced } from "../kernel/traced.ts"
import { BlobStore } from "../storage/BlobStore.ts"
import { Transaction } from "../storage/Transaction.ts"
import { readEnvelopeText } from "./dsse.ts"
import { makeInclusionCollector } from "./inclusion.ts"
import { splitLines } from "./lines.ts"
import { makeAppendStatement } from "./makeAppendStatement.ts"
import { makeNoFileError } from "./openedFile.ts"
import { makeProof, type ReleaseProof } from "./proof.ts"
import { ReleaseStore } from "./ReleaseStore.ts"
import { StatementKeys } from "./StatementKeys.ts"
import { predicateTypes, Statement } from "./statement.ts"

/** A statement that a caller makes about a release, such as the result of an audit. */
export interface NewStatement {
  /** A URI. Not one of the types that the engine makes. */
  readonly predicateType: string
  /** A JSON object of at most 16 Ki characters without `signed_at`. Its text is signed with every digit. */
  readonly predicate: JsonInput
}

/** A proof, and where its line stands in the release file. */
export interface SampleProof {
  readonly proof: ReleaseProof
  /** The bytes of the line, without its comma and line break. */
  readonly line: { readonly offset: number; readonly length: number }
}

const maxPredicateLength = 16 * 1024

/** The signed statements of releases, and proofs made from them. A statement is appended and never changed. */
export class ReleaseStatements extends Effect.Service<ReleaseStatements>()(
  "@annotary/core/ReleaseStatements",
  {
    effect: Effect.gen(function* () {
      const store = yield* ReleaseStore
      const blobs = yield* BlobStore
      const transaction = yield* Transaction
      const access = yield* Access
      const keys = yield* StatementKeys
      const appendStatement = yield* makeAppendStatement
      /** A proof reads and hashes a whole file, beside which requests must be answered. */
      const oneProof = (yield* Effect.makeSemaphore(1)).withPermits(1)

      const findRelease = (dataset: DatasetId, name: string) =>
        Effect.flatMap(
          store.byName(dataset, name),
          Option.match({
            onNone: () => Effect.fail(new NotFound({ resource: "release" })),
            onSome: (release: Release) => Effect.succeed(release),
          }),
        )

      const readEnvelopes = (release: Release): Effect.Effect<ReadonlyArray<Envelope>> =>
        Effect.map(store.statements(release), (texts) => texts.map((text) => decodeEnvelope(text)))

      /** Lists the signed statements of a release, oldest first. A release of an older version has none. */
      const list = traced("ReleaseStatements.list")(function* (ref: DatasetRef, name: string) {
        const { dataset } = yield* access.require(ref, "read")
        return yield* Effect.flatMap(findRelease(dataset.id, name), readEnvelopes)
      })

      /**
       * Signs a statement about a release and appends it. The engine does not check what the predicate says, and adds when it was
       * signed. It names no person: a signed statement cannot be changed when an account is deleted.
       */
      const append = traced("ReleaseStatements.append")(function* (
        ref: DatasetRef,
        name: string,
        { predicate, predicateType }: NewStatement,
      ) {
        yield* access.requireWritable(ref, "create_releases")
        const content = yield* readNewStatement(predicateType, predicate)
        // Before the transaction, in which keys are not cached.
        const key = yield* keys.signingKey
        const attempt = Effect.gen(function* () {
          const { dataset } = yield* access.requireWritable(ref, "create_releases")
          const release = yield* findRelease(dataset.id, name)
          const stated = addSigningTime(content, yield* now)
          return yield* appendStatement(key, { dataset, release, predicateType, predicate: stated })
        })
        return yield* transaction.run(attempt)
      })

      /** Proves that a sample is in a release. Reads the file of the release once, with constant memory; one proof at a time. */
      const prove = traced("ReleaseStatements.prove")(function* (
        ref: DatasetRef,
        name: string,
        sample: SampleId,
      ) {
        const { dataset } = yield* access.require(ref, "read")
        const release = yield* findRelease(dataset.id, name)
        const { fileKey, sizeBytes } = release
        if (fileKey === null || sizeBytes === null) return yield* makeNoFileError(release)
        const root = (yield* readEnvelopes(release)).find(isRootStatement)
        if (root === undefined) return yield* new Conflict({ code: "release_not_signed" })
        if (!Option.contains(yield* blobs.size(fileKey), sizeBytes))
          return yield* new FileGone({ resource: "release" })
        return yield* oneProof(collectProof(blobs.get(fileKey), sample, root))
      })

      return { list, append, prove }
    }),
  },
) {
  static readonly dependencies = [Access, StatementKeys] as const
}

const decodeEnvelope = Schema.decodeSync(Schema.parseJson(Envelope))
const decodeStatement = Schema.decodeOption(Schema.parseJson(Statement))

const isRootStatement = (envelope: Envelope): boolean =>
  Option.exists(
    Option.flatMap(readEnvelopeText(envelope), decodeStatement),
    ({ predicateType }) => predicateType === predicateTypes.root,
  )

/** Returns the text of the predicate. Callers in JavaScript may send any value. */
const readNewStatement = Effect.fnUntraced(function* (predicateType: unknown, predicate: JsonInput) {
  if (typeof predicateType !== "string" || !/^[A-Za-z][A-Za-z0-9+.-]*:[!-~]{1,500}$/.test(predicateType))
    return yield* InvalidInput.at("/predicateType", "must be a URI")
  if (Object.values<string>(predicateTypes).includes(predicateType))
    return yield* InvalidInput.at("/predicateType", "must not be a type of statement that the engine makes")
  const text = yield* readJsonInput(predicate, "/predicate")
  if (!text.startsWith("{")) return yield* InvalidInput.at("/predicate", "must be a JSON object")
  if (text.length > maxPredicateLength)
    return yield* InvalidInput.at("/predicate", `must be at most ${maxPredicateLength} characters of JSON`)
  if (Object.hasOwn(Object(parseJson(text)), "signed_at"))
    return yield* InvalidInput.at("/predicate/signed_at", "is written when the statement is signed")
  return text
})

/** The text of the predicate with the time as its last member. */
const addSigningTime = (predicate: JsonText, signedAt: Timestamp): JsonText =>
  castToJsonText(
    `${predicate.slice(0, -1)}${predicate === emptyObject ? "" : ","}"signed_at":${JSON.stringify(signedAt)}}`,
  )

const lineStart = new TextEncoder().encode('{"uuid":"')
const comma = 0x2c

/** Reads the lines of a release file: the first one is the head, samples begin with their uuid, and the last one is the tail. */
const collectProof = (bytes: Stream.Stream<Uint8Array>, sample: SampleId, root: Envelope) =>
  Effect.gen(function* () {
    const collector = makeInclusionCollector()
    const lineOfSample = new TextEncoder().encode(`{"uuid":"${sample}"`)
    const entry = new Uint8Array(sha256Length)
    let offset = 0
    let target: { readonly offset: number; readonly length: number; readonly sha256: string } | undefined
    yield* Stream.runForEach(splitLines(bytes), (line) =>
      Effect.sync(() => {
        if (hasStart(line, lineStart)) {
          const body = line.at(-1) === comma ? line.subarray(0, -1) : line
          const isTarget = hasStart(body, lineOfSample)
          computeSha256Into(body, entry)
          if (isTarget) target = { offset, length: body.length, sha256: Encoding.encodeHex(entry) }
          collector.add(entry, isTarget)
        }
        offset += line.length + 1
      }),
    )
    const path = collector.finish()
    if (path === undefined || target === undefined) return yield* new NotFound({ resource: "sample" })
    const { length, sha256 } = target
    return {
      proof: makeProof(root, sha256, path),
      line: { offset: target.offset, length },
    } satisfies SampleProof
  })

const hasStart = (bytes: Uint8Array, start: Uint8Array): boolean => {
  if (bytes.length < start.length) return false
  for (let at = 0; at < start.length; at++) if (bytes[at] !== start[at]) return false
  return true
}
