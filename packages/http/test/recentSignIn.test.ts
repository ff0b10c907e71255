/** Requests that need a recent sign-in in a session: the document names them, and the server refuses them alike. */
import { fromMillis, Sessions } from "@annotary/core/effect"
import { Clock, Effect, Redacted } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { openApi } from "../src/api/index.ts"
import { type Answer, makeWorld, type World } from "./support/world.ts"

const origin = "https://label.example"
const ofPage = { host: "label.example", origin, "annotary-console": "1" }

let world: World
beforeAll(async () => {
  world = await makeWorld({ settings: { publicUrl: () => origin }, console: {} })
})
afterAll(() => world.close())

/** The cookie of a session that began so many minutes ago. */
const cookieOf = async (user: string, minutesAgo: number): Promise<string> => {
  const millis = Date.now() - minutesAgo * 60_000
  const nanos = BigInt(millis) * 1_000_000n
  const clock: Clock.Clock = {
    ...Clock.make(),
    unsafeCurrentTimeMillis: () => millis,
    currentTimeMillis: Effect.succeed(millis),
    unsafeCurrentTimeNanos: () => nanos,
    currentTimeNanos: Effect.succeed(nanos),
  }
  const { secret, session } = await world.engine.runtime.runPromise(
    Effect.flatMap(Sessions, (sessions) => sessions.begin(user)).pipe(Effect.withClock(clock)),
  )
  assert.strictEqual(session.createdAt, fromMillis(millis))
  return `__Host-annotary=${Redacted.value(secret)}`
}

const send = (cookie: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  world.call({
    method,
    path,
    as: "nobody",
    body,
    headers: { ...ofPage, "content-type": "application/json", cookie },
  })

describe("a request that needs a recent sign-in", () => {
  it("is answered with 403, a code and a sentence, and as before after another sign-in", async () => {
    const late = await send(await cookieOf("owner", 11), "POST", "/user/api_keys/", {})
    assert.strictEqual(late.status, 403)
    assert.strictEqual(late.headers.get("content-type"), "application/problem+json")
    assert.strictEqual(late.at("code"), "sign_in_required")
    assert.strictEqual(late.at("remedy"), "sign_in")
    assert.include(late.textAt("detail"), "sign in again")
    const again = await world.call({
      method: "POST",
      path: "/console/session",
      as: "nobody",
      body: { api_key: world.keys.owner },
      headers: { ...ofPage, cookie: await cookieOf("owner", 11) },
    })
    const fresh = (again.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
    assert.strictEqual((await send(fresh, "POST", "/user/api_keys/", {})).status, 201)
    await world.ok({ method: "POST", path: "/user/api_keys/", body: {} })
  })

  it("is one that the document says so of", async () => {
    const cookie = await cookieOf("owner", 11)
    const late: Array<string> = []
    const said: Array<string> = []
    const bodies: Readonly<Record<string, object>> = {
      "/datasets/{owner}/{dataset}/transfer/": { owner: "acme" },
    }
    for (const [path, methods] of Object.entries(openApi().paths)) {
      if (path.startsWith("/console/")) continue
      for (const [method, operation] of Object.entries(methods)) {
        const name = `${method} ${path}`
        if (operation?.description?.includes("sign_in_required")) said.push(name)
        const at = path
          .replace(
            /\{(endpoint|sample|job|asset|session|issue|delivery|task|version)\}/g,
            "01900000-0000-7000-8000-000000000000",
          )
          .replace(/\{[a-z_]+\}/g, "x")
        const body = method === "get" || method === "delete" ? undefined : (bodies[path] ?? {})
        const answer = await send(cookie, method.toUpperCase(), at, body)
        if (answer.status === 403 && answer.at("code") === "sign_in_required") late.push(name)
      }
    }
    assert.sameMembers(late, said)
    assert.isAtLeast(late.length, 9)
  })
})
