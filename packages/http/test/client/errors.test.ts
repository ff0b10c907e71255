/** Every problem that an endpoint may answer becomes the error that it stands for. */
import {
  InvalidInput,
  listErrorExamples,
  type ShownWarning,
  toWarningsJson,
  WarningId,
} from "@annotary/core/effect"
import { assert, describe, it } from "vitest"
import { toMembers } from "../../src/api/problemMembers.ts"
import { statuses } from "../../src/api/statuses.ts"
import { ApiProblem, createClient, findProblem, hasCode, isApiError } from "../../src/client/index.ts"
import { formatProblem } from "../../src/transport/problem/problem.ts"
import { cars, newDataset, rejection, serve, serveWorld } from "./server.ts"

const warning: ShownWarning = {
  rule: "unknown-category",
  ruleIndex: null,
  message: "The category 7 is not configured.",
  frame: 0,
  sensor: null,
  annotationIds: [1],
  trackIds: [],
  attribute: null,
  measured: 0.5,
  limit: null,
  id: WarningId.make("00000000-0000-4000-8000-000000000001"),
  dismissed: null,
}

const examples = [
  ...listErrorExamples(),
  new InvalidInput({ errors: [{ pointer: "/label", message: "has warnings" }], warnings: [warning] }),
]

const answering = async (status: number, body: string, headers: Record<string, string> = {}) => {
  await using served = await serve((_request, response) => {
    response.writeHead(status, { "content-type": "application/problem+json", ...headers })
    response.end(body)
  })
  const client = createClient({ baseUrl: served.url, retries: 0 })
  return await rejection(client.datasets.get({ path: cars }))
}

describe("a problem", () => {
  it.each(examples.map((error) => [`${error._tag} ${error.code}`, error] as const))(
    "becomes %s again",
    async (_name, error) => {
      const status = statuses[error._tag]
      const { code, message: detail } = error
      const errors = error instanceof InvalidInput ? error.errors : undefined
      const refused = error instanceof InvalidInput ? error.warnings : undefined
      const warnings = refused && toWarningsJson(refused).text
      const members = toMembers(error)
      const found = await answering(
        status,
        formatProblem({ status, code, detail, members, errors, warnings }),
      )
      assert.strictEqual(Object.getPrototypeOf(found), Object.getPrototypeOf(error))
      assert.strictEqual(JSON.stringify(found), JSON.stringify(error))
      assert.isTrue(isApiError(found, error._tag))
      assert.isTrue(hasCode(found, code))
      assert.strictEqual(findProblem(found)?.status, status)
    },
  )

  it.each([405, 408, 410, 415, 416, 421, 429, 431, 500, 501, 503])(
    "of status %i, which is none of the engine's, keeps what was said",
    async (status) => {
      const text = formatProblem({ status, code: "some_code", detail: "A sentence.", requestId: "r1" })
      const found = await answering(status, text, { "retry-after": "7" })
      assert.instanceOf(found, ApiProblem)
      const expected = { status, code: "some_code", requestId: "r1", retryAfterMillis: 7000 }
      assert.deepInclude(findProblem(found), expected)
      assert.strictEqual(found.message, "A sentence.")
    },
  )

  it("of a gateway in between is told by its status", async () => {
    const found = await answering(502, "<html>Bad Gateway</html>")
    assert.isTrue(hasCode(found, "http_502"))
  })

  it("comes from a real server as it was meant", async () => {
    await using served = await serveWorld()
    const { datasets } = served.client()
    await datasets.create({ payload: newDataset })
    assert.isTrue(isApiError(await rejection(datasets.create({ payload: newDataset })), "AlreadyExists"))
    const invalid = await rejection(datasets.create({ payload: { ...newDataset, name: "" } }))
    assert.isTrue(isApiError(invalid, "InvalidInput") && invalid.errors[0]?.pointer === "/name")
    const stranger = served.client("stranger").datasets
    assert.isTrue(hasCode(await rejection(stranger.get({ path: cars })), "dataset_not_found"))
    const nobody = createClient({ baseUrl: served.url }).users
    assert.isTrue(isApiError(await rejection(nobody.me()), "Unauthorized"))
  })
})
