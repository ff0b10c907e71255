/** An engine behind the web handler, and people to call it as. */
import {
  type Connections,
  createEngine,
  type Engine,
  type EngineSettingsValues,
  type Formats,
  type LabelChecking,
} from "@annotary/core"
import { ApiKeys, CurrentActor, system, Users } from "@annotary/core/effect"
import { webhooks } from "@annotary/webhooks"
import { Effect, Redacted } from "effect"
import { type ApiOptions, webHandler } from "../../src/index.ts"
import { openStorage, type TestStorage } from "./storage.ts"

/** Who calls. `stranger` has a key and nothing else, `root` is the site admin, `nobody` has no key. */
export const people = ["owner", "admin", "manager", "reviewer", "labeler", "stranger", "root"] as const
export type PersonName = (typeof people)[number]
export type Caller = PersonName | "nobody"

export interface Call {
  readonly method: string
  readonly path: string
  readonly as?: Caller | undefined
  /** A key in place of the caller's own. */
  readonly key?: string | undefined
  /** A value is sent as JSON; text, bytes, forms and streams as they are. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export class Answer {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly text: string,
  ) {}

  /** The body as a value; undefined when it is none. */
  get body(): unknown {
    return this.text === "" ? undefined : JSON.parse(this.text)
  }

  /** What stands at a path such as `errors.0.pointer`. */
  at(path: string): unknown {
    return path
      .split(".")
      .reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), this.body)
  }

  /** Text at a path, for ids and names. */
  textAt(path: string): string {
    const found = this.at(path)
    if (typeof found !== "string")
      throw new Error(`no text at ${path}: ${this.status} ${this.text.slice(0, 500)}`)
    return found
  }

  get list(): ReadonlyArray<unknown> {
    if (Array.isArray(this.body)) return this.body
    throw new Error(`not a list: ${this.status} ${this.text.slice(0, 500)}`)
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null

export interface World {
  readonly engine: Engine
  readonly call: (call: Call) => Promise<Answer>
  /** The body of the answer as it came. */
  readonly bytes: (call: Call) => Promise<Uint8Array>
  /** As `call`, and it must go well. */
  readonly ok: (call: Call) => Promise<Answer>
  readonly keys: Readonly<Record<PersonName, string>>
  readonly storage: TestStorage
  readonly close: () => Promise<void>
}

export interface WorldOptions extends ApiOptions {
  /** A closed world whose people and data the new one begins with. */
  readonly copyOf?: World
  readonly worker?: boolean
  readonly settings?: Partial<EngineSettingsValues>
  readonly labelChecker?: LabelChecking
  readonly formats?: Formats
  readonly buckets?: Connections
}

export const makeWorld = async ({
  buckets,
  copyOf,
  labelChecker,
  formats,
  settings,
  worker,
  ...options
}: WorldOptions = {}): Promise<World> => {
  const { release, storage } = await openStorage(copyOf?.storage)
  const engine = await createEngine({
    storage,
    worker: worker ?? false,
    settings: settings ?? {},
    extensions: [webhooks()],
    ...(labelChecker === undefined ? {} : { labelChecker }),
    ...(buckets === undefined ? {} : { buckets }),
    ...(formats === undefined ? {} : { formats }),
  })
  const handle = webHandler(engine, options)
  const keys =
    copyOf?.keys ?? (await engine.runtime.runPromise(Effect.provideService(makePeople, CurrentActor, system)))
  const send = async ({ as = "owner", body: given, headers, key, method, path }: Call): Promise<Response> => {
    const form = given instanceof FormData ? new Response(given) : undefined
    // Written before it is sent: Node.js 24 rejects a promise of its own when a form's body is cancelled (nodejs/undici#4791).
    const body = form === undefined ? given : new Uint8Array(await form.arrayBuffer())
    const contentType = form?.headers.get("content-type") ?? "application/json"
    const streamed = body instanceof ReadableStream
    const raw = streamed || typeof body === "string" || body instanceof Uint8Array
    const request = new Request(`http://localhost${path}`, {
      method,
      headers: {
        ...(as === "nobody" ? {} : { authorization: `APIKey ${key ?? keys[as]}` }),
        ...(body === undefined ? {} : { "content-type": contentType }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
      ...(streamed ? { duplex: "half" } : {}),
    })
    return handle(request)
  }
  const call = async (ask: Call): Promise<Answer> => {
    const response = await send(ask)
    return new Answer(response.status, response.headers, await response.text())
  }
  const bytes = async (ask: Call): Promise<Uint8Array> =>
    new Uint8Array(await (await send(ask)).arrayBuffer())
  const ok = async (ask: Call): Promise<Answer> => {
    const answer = await call(ask)
    if (answer.status >= 300) throw new Error(`${ask.method} ${ask.path}: ${answer.status} ${answer.text}`)
    return answer
  }
  return { engine, call, bytes, ok, keys, storage, close: () => engine.close().then(release) }
}

const makePeople = Effect.gen(function* () {
  const users = yield* Users
  const apiKeys = yield* ApiKeys
  const keys: Record<string, string> = {}
  for (const username of people) {
    yield* users.create({ username, email: `${username}@example.org`, siteAdmin: username === "root" })
    keys[username] = Redacted.value((yield* apiKeys.create({ user: username })).secret)
  }
  return keys as Record<PersonName, string>
})
