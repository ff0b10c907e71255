import { assert, describe, it } from "vitest"
import { apiBase, consoleBase } from "../../src/api/base.ts"
import { bodyOf, nextCursor } from "../../src/api/client.ts"
import { ApiError, errorOf } from "../../src/api/problem.ts"

describe("the address of the API", () => {
  it("lies beside that of the console, below any path", () => {
    assert.strictEqual(apiBase(consoleBase("/annotary/console/")), "/annotary")
    assert.strictEqual(apiBase(consoleBase("/console/")), "")
  })

  it("is the root when no server has filled in the page", () => {
    assert.strictEqual(consoleBase("__BASE__"), "/console/")
  })
})

describe("the cursor of the next page", () => {
  it("is read from the Link header", () => {
    const link = '<http://host/samples/?per_page=2&cursor=b>; rel="next"'
    assert.strictEqual(nextCursor(link), "b")
  })

  it("is absent on the last page", () => {
    assert.isUndefined(nextCursor(null))
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
    const thrown = await bodyOf(Promise.resolve(answer)).catch((error: unknown) => error)
    assert.instanceOf(thrown, ApiError)
    assert.strictEqual((thrown as ApiError).code, "dataset_not_found")
  })

  it("of a proxy names its status", () => {
    const response = new Response("<html>", {
      status: 502,
      statusText: "Bad Gateway",
      headers: { "retry-after": "7" },
    })
    const error = errorOf(response, "<html>")
    assert.strictEqual(error.message, "HTTP 502 Bad Gateway")
    assert.strictEqual(error.retryAfter, 7)
  })

  it("without Retry-After demands no pause", () => {
    assert.isUndefined(errorOf(new Response(null, { status: 500 }), problem).retryAfter)
  })
})
