/** Figures of audits as text. */
import { QueryClient } from "@tanstack/react-query"
import { afterEach, assert, describe, it, vi } from "vitest"
import { ApiError } from "../../src/api/problem.ts"
import { chooseRetry } from "../../src/pages/audits/check/chooseRetry.ts"
import { formatBound, formatShare } from "../../src/pages/audits/figures.ts"

describe("an upper bound as percent", () => {
  it.each([
    [0, 0, "0%"],
    [0, 100, "0%"],
    [7, 100, "7%"],
    [2_004, 100_000, "2.01%"],
    [2_000, 100_000, "2%"],
    [1, 3, "33.4%"],
    [99_999, 100_000, "100%"],
    [1, 300_000, "0.0004%"],
    [3, 3, "100%"],
  ])("is rounded up, and exact where it can be: %d of %d is %s", (upper, population, expected) => {
    assert.strictEqual(formatBound(upper, population, "en"), expected)
  })

  it("is never below its share, nor further above it than one step of the last decimal", () => {
    for (let population = 1; population < 60; population++)
      for (let upper = 0; upper <= population; upper++) {
        const shown = Number(formatBound(upper, population, "en").slice(0, -1))
        assert.isAtLeast(shown, (100 * upper) / population - 1e-12)
        assert.isBelow(shown, (100 * upper) / population + 0.1 + 1e-12)
      }
  })

  it("leaves goals and shares of errors as near as they are", () => {
    assert.deepStrictEqual([formatShare(0.02, "en"), formatShare(0.02004, "en")], ["2%", "2%"])
  })
})

describe("an outcome that could not be sent", () => {
  const refuse = (status: number, code: string) =>
    new ApiError({ type: `urn:annotary:error:${code}`, title: code, detail: code, status, code })

  it.each([
    ["is sent again after a failure of the network", new TypeError("Failed to fetch"), "submit"],
    ["is sent again when the server was unavailable", refuse(503, "unavailable"), "submit"],
    ["is sent again when the auditor was too fast", refuse(429, "too_many_requests"), "submit"],
    ["gives way to another draw when the claim was lost", refuse(409, "stale_claim"), "claim"],
    ["gives way to the end when the audit is over", refuse(409, "audit_closed"), "claim"],
  ])("%s", (_, error, way) => {
    assert.strictEqual(chooseRetry(error), way)
  })
})

describe("audits of an older server", () => {
  afterEach(() => void vi.unstubAllGlobals())

  const path = { owner: "ada", dataset: "streets", release: "v1" }
  const earlier = { uuid: "a", state: "open", population: 3 }

  /** The calls of pages, with the answers of a server and the bodies that it received. */
  const loadCalls = async (answer: object) => {
    const bodies: Array<unknown> = []
    vi.stubGlobal(
      "Request",
      class extends Request {
        constructor(url: string, init: RequestInit) {
          super(new URL(url, "http://server"), init)
        }
      },
    )
    vi.stubGlobal("fetch", async (request: Request) => {
      if (request.method === "POST") bodies.push(await request.json())
      return Response.json(answer)
    })
    vi.resetModules()
    return { bodies, calls: await import("../../src/pages/audits/calls.ts"), client: new QueryClient() }
  }

  it("are of samples, and those of others are of what they say", async () => {
    const { calls, client } = await loadCalls([earlier, { ...earlier, unit: "objects" }])
    const listed = await client.fetchQuery(calls.makeAuditsQuery(path))
    assert.deepStrictEqual(
      listed.map(({ unit }) => unit),
      ["samples", "objects"],
    )
  })

  it("are of samples on their pages", async () => {
    const { calls, client } = await loadCalls(earlier)
    const record = await client.fetchQuery(calls.makeAuditQuery({ ...path, audit: "a" }, false))
    assert.deepStrictEqual<object>(record, { ...earlier, unit: "samples" })
  })

  it("are begun without a unit, which it would refuse", async () => {
    const { bodies, calls } = await loadCalls(earlier)
    await calls.createAudit(path, { labelset: "ground-truth", unit: "samples" })
    await calls.createAudit(path, { labelset: "ground-truth", unit: "objects" })
    assert.deepStrictEqual(bodies, [
      { labelset: "ground-truth" },
      { labelset: "ground-truth", unit: "objects" },
    ])
  })
})
