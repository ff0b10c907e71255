/** The code of the README and of the client's page is compiled with the tests, and run here. */
import { readFileSync } from "node:fs"
import { reveal } from "@annotary/core"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { Effect } from "effect"
import { assert, describe, it } from "vitest"
import { webHandler } from "../src/index.ts"
import { serveWorld } from "./client/server.ts"
import { fill } from "./readme/client.ts"
import { names } from "./readme/effectClient.ts"
import { open } from "./readme/identity.ts"

const pages = ["README.md", "docs/client.md"]
  .map((page) => readFileSync(new URL(`../${page}`, import.meta.url), "utf8"))
  .join("\n")
const blocks = [...pages.matchAll(/(?:<!-- (\S+) -->\n)?```ts\n([\s\S]*?)```/g)]

describe("the README and the page of the client", () => {
  it("shows no code but that of files beside this test", () => {
    assert.lengthOf(blocks, 4)
    for (const [, path = "none", code] of blocks)
      assert.strictEqual(code, readFileSync(new URL(`../${path}`, import.meta.url), "utf8"), path)
  })

  it("has a handler that answers", () => import("./readme/hosts.ts"))

  it("knows people by their sessions", async () => {
    await using engine = await open({
      find: async (token) => (token === "s1" ? { userId: "auth|7", email: "ann@example.org" } : null),
    })
    const handle = webHandler(engine)
    const ask = (cookie: string) => handle(new Request("http://localhost/user/", { headers: { cookie } }))
    assert.strictEqual((await ask("session=s1")).status, 200)
    assert.strictEqual((await ask("session=s2")).status, 401)
  })

  it("has clients that do what they say", async () => {
    await using served = await serveWorld()
    const { engine } = served.world
    await engine.users.create({ username: "ada" })
    const { secret } = await engine.apiKeys.create({ user: "ada" })
    const key = reveal(secret)
    const asked = Effect.provide(names(served.url, key), FetchHttpClient.layer)
    assert.deepStrictEqual(await Effect.runPromise(asked), [])
    await engine.as("ada").datasets.create({ name: "cars", category: "other", taskType: "vector" })
    for (let time = 0; time < 2; time++) await fill(served.url, key, new AbortController().signal)
    assert.deepStrictEqual((await Effect.runPromise(asked)).sort(), ["front 1", "front 2", "front 3"])
  })
})
