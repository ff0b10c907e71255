/**
 * Repeatable requests: the response is stored under the caller's key in the transaction of the change. A concurrent
 * duplicate waits in `begin`. A failed request stores nothing, so that its key can be used again.
 */
import {
  type Actor,
  Conflict,
  type CurrentActor,
  computeSha256Hex,
  EngineSettings,
  fromMillis,
  IdempotencyStore,
  type IdempotentAnswer,
  now,
  type Person,
  Transaction,
  toMillis,
} from "@annotary/core/effect"
import { Effect, Option, Schema, Stream } from "effect"
import { isStreamBody, type Pieces, type Reply } from "../transport/reply/reply.ts"
import { StaticDocument } from "../transport/reply/staticDocument.ts"
import type { Idempotent, IdempotentRequest } from "../transport/request/idempotency.ts"
import type { Failure } from "../transport/routing/handlers.ts"
import { makeAccessCheck } from "./accessCheck.ts"

export const idempotency = Effect.gen(function* () {
  const store = yield* IdempotencyStore
  const transaction = yield* Transaction
  const checkAccess = yield* makeAccessCheck
  const { keepAnswersMillis } = yield* EngineSettings

  const runOnce = (
    request: IdempotentRequest<Actor>,
    attempt: Parameters<typeof store.begin>[0],
    effect: Handled,
  ): Handled =>
    Effect.gen(function* () {
      const at = yield* now
      const before = yield* store.begin(attempt, fromMillis(toMillis(at) - keepAnswersMillis))
      if (Option.isSome(before)) return yield* replayAnswer(before.value, attempt.fingerprint)
      const reply = yield* Effect.flatMap(effect, collectBody)
      yield* store.keep(attempt, request.secret ? null : toStoredAnswer(reply), at)
      return reply
    })

  const handleIdempotently: Idempotent<Actor, CurrentActor> = (request, effect) => {
    const { actor, bodySha256, key, method, path } = request
    if (actor._tag !== "Person") return effect
    const attempt = {
      caller: actor.username,
      key: makeScopedKey(key, actor),
      fingerprint: `${method} ${path} ${bodySha256}`,
    }
    return Effect.zipRight(
      checkAccess(method, path, actor),
      transaction.run(runOnce(request, attempt, effect)),
    )
  }
  return handleIdempotently
})

/** Responses are replayed only for credentials with the same scope: others may have been refused. */
const makeScopedKey = (key: string, { scope }: Person): string =>
  scope === undefined ? key : `${key} ${computeSha256Hex(JSON.stringify(scope))}`

type Handled = Effect.Effect<Reply<CurrentActor>, Failure, CurrentActor>

const replayAnswer = (
  { answer, fingerprint }: IdempotentAnswer,
  requested: string,
): Effect.Effect<Reply, Conflict> => {
  if (fingerprint !== requested) return new Conflict({ code: "idempotency_mismatch" })
  if (answer === null) return new Conflict({ code: "already_done" })
  const body = answer.body === "" ? undefined : answer.body
  return Effect.succeed({ status: answer.status, headers: readHeaders(answer.headers), body })
}

const Headers = Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.String }))
const readHeaders = Schema.decodeSync(Headers)
const writeHeaders = Schema.encodeSync(Headers)

const toStoredAnswer = ({ body, headers, status }: Whole): NonNullable<IdempotentAnswer["answer"]> => ({
  status,
  headers: writeHeaders(headers),
  body: body ?? "",
})

interface Whole extends Reply {
  readonly body: string | undefined
}

const joinPieces = (body: Uint8Array | Pieces): Uint8Array =>
  body instanceof Uint8Array ? body : Buffer.concat(body)

/** Buffers the reply's body, because it is stored before it is sent. */
const collectBody = ({ body, ...rest }: Reply<CurrentActor>): Effect.Effect<Whole, never, CurrentActor> => {
  if (body === undefined || typeof body === "string") return Effect.succeed({ ...rest, body })
  const decoder = new TextDecoder()
  if (!isStreamBody(body)) {
    const bytes = body instanceof StaticDocument ? body.plain : joinPieces(body)
    return Effect.sync(() => ({ ...rest, body: decoder.decode(bytes) }))
  }
  const decodeChunk = (chunk: Uint8Array | string) =>
    typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true })
  return body.stream.pipe(
    Stream.runFold("", (all, chunk) => all + decodeChunk(chunk)),
    Effect.orDie,
    Effect.map((all) => ({ ...rest, body: all })),
  )
}
