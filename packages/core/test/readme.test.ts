/** The README's code is compiled with the tests, and run here. */
import { readFileSync } from "node:fs"
import { toJsonText } from "@annotary/core"
import { testEngine } from "@annotary/core/testing"
import { assert, describe, it } from "vitest"
import { warnings } from "./readme/checking.ts"
import { mergeCategories } from "./readme/configuration.ts"

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
const blocks = [...readme.matchAll(/(?:<!-- (\S+) -->\n)?```ts\n([\s\S]*?)```/g)]

describe("the README", () => {
  it("shows no code but that of files beside this test", () => {
    assert.lengthOf(blocks, 3)
    for (const [, path = "none", code] of blocks)
      assert.strictEqual(code, readFileSync(new URL(`../${path}`, import.meta.url), "utf8"), path)
  })

  it("tests an application", () => import("./readme/testing.ts"))

  it("checks a label as its comment says", () => {
    assert.lengthOf(warnings, 1)
    assert.deepInclude(warnings[0], {
      rule: "intersecting-cuboids",
      message: "Cuboids 1 and 2 intersect.",
    })
    assert.deepStrictEqual(warnings[0]?.annotationIds, [1, 2])
  })

  it("changes a configuration under its labels", async () => {
    await using test = await testEngine()
    const { ref } = await test.seed.dataset({ samples: 1, labels: { LABELED: 1 } })
    const categories = [1, 2].map((id) => ({ id, name: `category ${id}` }))
    await test.engine.configurations.put(ref, toJsonText({ categories }))
    const job = await mergeCategories(test.engine, ref)
    await test.clock.advance("1 minute")
    assert.strictEqual((await test.engine.jobs.get(job.id)).status, "SUCCEEDED")
  })
})
