/** A small api with one endpoint for each thing that the transport does, and ways to call it. */
import {
  AlreadyExists,
  NotFound,
  PermissionDenied,
  RawAny,
  RawObject,
  RawObjectOrNull,
  StorageFailure,
  Unauthorized,
} from "@annotary/core/effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "@effect/platform"
import { Chunk, Deferred, Effect, Layer, Logger, type Runtime, Schema, Stream } from "effect"
import {
  LenientBody,
  LenientQuery,
  LinesBody,
  NotIdempotent,
  Public,
  RawBody,
  SecretAnswer,
} from "../../src/api/rawJson.ts"
import { makeHandler } from "../../src/transport/handler.ts"
import {
  formatErrorLine,
  noContent,
  replyContent,
  replyText,
  streamJson,
  streamNdjson,
} from "../../src/transport/reply/reply.ts"
import type { HandlerOptions } from "../../src/transport/request/runner.ts"
import type { Handlers } from "../../src/transport/routing/handlers.ts"
import { toWeb } from "../../src/transport/web.ts"

const Uuid = Schema.String.pipe(
  Schema.pattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
)

export const NewThing = Schema.Struct({
  name: Schema.NonEmptyString.pipe(Schema.maxLength(100)),
  priority: Schema.optionalWith(Schema.Finite, { default: () => 0 }),
  attributes: RawObject,
  metadata: Schema.optional(RawObjectOrNull),
  extra: Schema.optional(RawAny),
})

const Query = Schema.Struct({
  per_page: Schema.optionalWith(Schema.NumberFromString.pipe(Schema.int(), Schema.between(1, 10_000)), {
    default: () => 1000,
  }),
  labelset: Schema.optional(Schema.String),
  include_signed_urls: Schema.optional(Schema.Literal("1")),
  name__contains: Schema.optional(Schema.String),
  tag: Schema.optional(Schema.Array(Schema.String)),
})

/** A class that no endpoint declares. */
export class Undeclared extends Schema.TaggedError<Undeclared>()("Undeclared", {}) {
  override get message() {
    return "A sentence of the domain."
  }
}

const things = HttpApiGroup.make("things")
  .add(HttpApiEndpoint.get("list", "/things/").setUrlParams(Query).annotate(LenientQuery, true))
  .add(HttpApiEndpoint.get("strict", "/strict/").setUrlParams(Query))
  .add(
    HttpApiEndpoint.get("get")`/things/${HttpApiSchema.param("uuid", Uuid)}/`.addError(NotFound, {
      status: 404,
    }),
  )
  .add(HttpApiEndpoint.get("named")`/names/${HttpApiSchema.param("name", Schema.String)}/`)
  .add(
    HttpApiEndpoint.post("create", "/things/")
      .setPayload(NewThing)
      .setHeaders(Schema.Struct({ "if-match": Schema.optional(Schema.String) }))
      .annotate(LenientBody, true)
      .addError(AlreadyExists, { status: 409 })
      .addError(PermissionDenied, { status: 403 }),
  )
  .add(
    HttpApiEndpoint.post("bulk", "/things_bulk/")
      .setPayload(Schema.Array(NewThing).pipe(Schema.maxItems(3)))
      .annotate(LinesBody, true)
      .annotate(NotIdempotent, true),
  )
  .add(
    HttpApiEndpoint.del("removeMany", "/things_bulk/").setPayload(
      Schema.Struct({ uuids: Schema.Array(Uuid) }),
    ),
  )
  .add(HttpApiEndpoint.del("remove")`/things/${HttpApiSchema.param("uuid", Uuid)}/`)
  .add(HttpApiEndpoint.post("secret", "/secret/").annotate(SecretAnswer, true))

const system = HttpApiGroup.make("system")
  .add(HttpApiEndpoint.get("health", "/healthz").annotate(Public, true))
  .add(HttpApiEndpoint.get("fail", "/fail/:how").setPath(Schema.Struct({ how: Schema.String })))
  .add(HttpApiEndpoint.get("text", "/text/:size").setPath(Schema.Struct({ size: Schema.NumberFromString })))
  .add(HttpApiEndpoint.get("file", "/file/"))
  .add(HttpApiEndpoint.get("stream", "/stream/:how").setPath(Schema.Struct({ how: Schema.String })))
  .add(HttpApiEndpoint.get("endless", "/endless/"))
  .add(HttpApiEndpoint.get("slow", "/slow/"))
  .add(HttpApiEndpoint.get("busy", "/busy/"))
  .add(HttpApiEndpoint.post("upload", "/upload/").annotate(RawBody, true))

export class TestApi extends HttpApi.make("test").add(things).add(system) {}

export interface User {
  readonly name: string
}

/** What the handlers have seen and what they wait for. */
export const makeWorld = () => ({
  calls: [] as Array<string>,
  payloads: [] as Array<unknown>,
  finalized: 0,
  logged: [] as Array<string>,
  gate: Deferred.unsafeMake<void>(undefined as never),
})
export type World = ReturnType<typeof makeWorld>

const show = (value: unknown): string => JSON.stringify(value)

export const handlersOf = (world: World): Handlers<typeof TestApi, User, never> => ({
  things: {
    list: ({ urlParams }) => Effect.succeed(replyText(show(urlParams))),
    strict: ({ urlParams }) => Effect.succeed(replyText(show(urlParams))),
    get: ({ path }) =>
      path.uuid.startsWith("0")
        ? Effect.fail(new NotFound({ resource: "sample" }))
        : Effect.succeed(replyText(show(path), { etag: "v1" })),
    named: ({ path }) => Effect.succeed(replyText(show(path))),
    create: ({ actor, headers, payload }) =>
      Effect.suspend(() => {
        world.calls.push("create")
        world.payloads.push(payload)
        if (payload.name === "taken") return Effect.fail(new AlreadyExists({ resource: "sample" }))
        return Effect.succeed(replyText(show({ actor: actor.name, headers, payload }), { status: 201 }))
      }),
    bulk: ({ lines, payload }) => {
      world.calls.push("bulk")
      if (lines === undefined) return Effect.succeed(replyText(show(payload)))
      const report = lines.pipe(
        Stream.map(({ bytes, number }) => `${show({ number, length: bytes?.length ?? "too long" })}\n`),
      )
      return Effect.succeed(streamNdjson(report, { trailer: formatErrorLine }))
    },
    removeMany: ({ payload }) => Effect.succeed(replyText(show({ deleted_count: payload.uuids.length }))),
    remove: () => Effect.succeed(noContent),
    secret: () =>
      Effect.sync(() => {
        world.calls.push("secret")
        return replyText('{"key":"ann_1"}')
      }),
  },
  system: {
    health: ({ actor }) => Effect.succeed(replyText(show({ actor: actor.name }))),
    fail: ({ path }) => failing(path.how),
    text: ({ path }) => Effect.succeed(replyText(`{"text":"${"a".repeat(path.size)}"}`)),
    file: () =>
      Effect.succeed(
        replyContent("a".repeat(10_000), "text/plain", {
          headers: {
            "Accept-Ranges": "bytes",
            "Content-Length": "10000",
            "Cache-Control": "public, max-age=60",
            "Access-Control-Allow-Origin": "*",
          },
        }),
      ),
    stream: ({ path }) => Effect.succeed(streaming(path.how)),
    endless: () =>
      Effect.succeed(
        streamNdjson(
          Stream.repeatValue(`"${"x".repeat(8_190)}"\n`).pipe(
            Stream.tap(() => Effect.yieldNow()),
            Stream.ensuring(Effect.sync(() => void world.finalized++)),
          ),
        ),
      ),
    slow: () =>
      Effect.suspend(() => {
        world.calls.push("slow")
        return Effect.as(Deferred.await(world.gate), replyText('"done"'))
      }).pipe(Effect.onInterrupt(() => Effect.sync(() => void world.finalized++))),
    busy: () =>
      Effect.suspend(() => {
        world.calls.push("busy")
        return Effect.as(Effect.forever(Effect.yieldNow()), replyText("1"))
      }),
    upload: ({ body }) =>
      Effect.map(Stream.runCollect(body), (chunks) => {
        world.calls.push("upload")
        return replyText(String(Chunk.reduce(chunks, 0, (sum, chunk) => sum + chunk.length)))
      }),
  },
})

const failing = (how: string): ReturnType<Handlers<typeof TestApi, User, never>["system"]["fail"]> => {
  switch (how) {
    case "defect":
      return Effect.die(new Error("password=hunter2"))
    case "undeclared":
      return Effect.fail(new Undeclared())
    case "forbidden":
      return Effect.fail(new PermissionDenied())
    case "interrupt":
      return Effect.interrupt
    case "away":
      return Effect.die(new StorageFailure({ operation: "read", transient: true, cause: new Error("full") }))
    default:
      return Effect.succeed(noContent)
  }
}

const streaming = (how: string) => {
  const rows = Stream.fromIterable(['{"n":1}\n', '{"n":2}\n'])
  const broken = Stream.concat(rows, Stream.fail("the disk went away"))
  if (how === "trailer") return streamNdjson(broken, { trailer: formatErrorLine })
  if (how === "broken") return streamNdjson(broken)
  return how === "list" ? streamJson(Stream.make("[1", ",2", "]")) : streamNdjson(rows)
}

export type Options = HandlerOptions<typeof TestApi, User, never, never>

/** The handler over the fixture; only `APIKey good` gets in, as "jane". */
export const testHandler = (world: World, options: Partial<Options> = {}) =>
  makeHandler({
    api: TestApi,
    handlers: handlersOf(world),
    runtime: quiet(world),
    authenticate: ({ header }) =>
      header("authorization") === "APIKey good"
        ? Effect.succeed({ name: "jane" })
        : Effect.fail(new Unauthorized()),
    anonymous: { name: "nobody" },
    ...options,
  })

/** Keeps what is logged instead of printing it. */
const quiet = (world: World): Runtime.Runtime<never> => {
  const keep = Logger.stringLogger.pipe(Logger.map((line) => world.logged.push(line)))
  return Effect.runSync(Effect.scoped(Layer.toRuntime(Logger.replace(Logger.defaultLogger, keep))))
}

export interface Call extends RequestInit {
  readonly key?: string | null
  readonly headers?: Record<string, string>
}

/** Calls through the web handler, with a key unless told otherwise. */
export const caller = (world: World = makeWorld(), options: Partial<Options> = {}) => {
  const web = toWeb(testHandler(world, options))
  return (method: string, target: string, { headers, key = "APIKey good", ...init }: Call = {}) =>
    web(
      new Request(`http://localhost${target}`, {
        method,
        headers: { ...(key === null ? {} : { authorization: key }), ...headers },
        ...(init.body instanceof ReadableStream ? { duplex: "half" } : {}),
        ...init,
      } as RequestInit),
    )
}

/** A JSON body and its headers. */
export const sending = (value: unknown, headers: Record<string, string> = {}): Call => ({
  body: typeof value === "string" ? value : JSON.stringify(value),
  headers: { "content-type": "application/json", ...headers },
})

export interface ProblemBody {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: string
  readonly resource?: string
  readonly errors?: ReadonlyArray<{ readonly pointer: string; readonly message: string }>
  readonly request_id?: string
}

export const problemIn = async (response: Response): Promise<ProblemBody> =>
  (await response.json()) as ProblemBody
