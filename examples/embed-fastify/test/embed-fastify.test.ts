/** Starts the example as a user would, and labels a sample through its API. */

import { labelThrough } from "@annotary/example-support"
import { describe, it } from "vitest"

describe("a Fastify application", () => {
  it("serves the API below its path, and its own routes", async () => {
    await labelThrough(new URL("../dist/main.js", import.meta.url))
  })
})
