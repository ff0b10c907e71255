/** The code of the README is compiled with the tests, and run here. */
import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { handle } from "./readme/host.ts"

const page = readFileSync(new URL("../README.md", import.meta.url), "utf8")

describe("the README", () => {
  it("shows the code of the file beside this test", () => {
    const [, path, code] = /<!-- (\S+) -->\n```ts\n([\s\S]*?)```/.exec(page) ?? []
    assert.strictEqual(code, readFileSync(new URL(`../${path}`, import.meta.url), "utf8"))
  })

  it("has a handler that answers clients of the API, and agents", async () => {
    assert.strictEqual((await handle(new Request("http://localhost/openapi.json"))).status, 200)
    assert.strictEqual(
      (await handle(new Request("http://localhost/mcp", { method: "POST", body: "{}" }))).status,
      401,
    )
  })
})
