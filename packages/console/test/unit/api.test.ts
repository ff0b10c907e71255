import { assert, describe, it } from "vitest"
import { computeApiBase, computeConsoleBase } from "../../src/api/base.ts"
import { parseNextCursor, readBody } from "../../src/api/client.ts"
import { ApiError, toApiError } from "../../src/api/problem.ts"

describe("the address of the API", () => {
  it("lies beside that of the console, below any path", () => {
    assert.strictEqual(computeApiBase(computeConsoleBase("/annotary/console/")), "/annotary")
    assert.strictEqual(computeApiBase(computeConsoleBase("/console/")), "")
  })

  it("is the root when no server has filled in the page", () => {
    assert.strictEqual(computeConsoleBase("__BASE__"), "/console/")
  })
})

describe("the cursor of the next page", () => {
  it("is read from the Link header", () => {
    const link = '<http://host/samples/?per_page=2&cursor=b>; rel="next"'
    assert.strictEqual(parseNextCursor(link), "b")
  })

  it("is absent on the last page", () => {
    assert.isUndefined(parseNextCursor(null))
  })
})

describe("an error response", () => {
  const problem = {
    type: "t",
    title: "Not Found",
    status: 404,
    detail: "Dataset not found.",
    code: "dataset_not_found",
  }

  it("is thrown with the problem of the API", async () => {
    const answer = { error: problem, response: new Response(null, { status: 404 }) }
    const thrown = await readBody(Promise.resolve(answer)).catch((error: unknown) => error)
    assert.instanceOf(thrown, ApiError)
    assert.strictEqual((thrown as ApiError).code, "dataset_not_found")
  })

  it("of a proxy names its status", () => {
    const response = new Response("<html>", {
      status: 502,
      statusText: "Bad Gateway",
      headers: { "retry-after": "7" },
    })
    const error = toApiError(response, "<html>")
    assert.strictEqual(error.message, "HTTP 502 Bad Gateway")
    assert.strictEqual(error.retryAfter, 7)
  })

  it("without Retry-After demands no pause", () => {
    assert.isUndefined(toApiError(new Response(null, { status: 500 }), problem).retryAfter)
  })
})
