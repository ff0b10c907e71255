/** Starts the example as a person would, and labels a sample through it. */

import { labelThrough } from "@annotary/example-support"
import { describe, it } from "vitest"

describe("a Hono application", () => {
  it("labels a sample below its own address, and serves its own routes", async () => {
    await labelThrough(new URL("../dist/main.js", import.meta.url))
  })
})
