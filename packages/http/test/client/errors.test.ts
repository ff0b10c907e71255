/** Every problem that an endpoint may answer becomes the error that it stands for. */
import {
  AlreadyExists,
  CollaboratorRefused,
  Conflict,
  FileGone,
  InvalidInput,
  LabelTooLarge,
  NotFound,
  PermissionDenied,
  type ShownWarning,
  TooLarge,
  Unauthorized,
  Unprocessable,
  UrlExpired,
  VersionMismatch,
  WarningId,
  warningsJson,
} from "@annotary/core/effect"
import { WebhookConflict, WebhookNotFound } from "@annotary/webhooks/domain"
import { assert, describe, it } from "vitest"
import { statuses } from "../../src/api/statuses.ts"
import { ApiProblem, createClient, hasCode, isApiError, problemOf } from "../../src/client/index.ts"
import { problemText } from "../../src/transport/problem/problem.ts"
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

const samples = [
  new Unauthorized(),
  new PermissionDenied(),
  new NotFound({ resource: "label version" }),
  new AlreadyExists({ resource: "API key" }),
  new InvalidInput({ errors: [{ pointer: "/name", message: "is missing" }] }),
  new InvalidInput({ errors: [{ pointer: "/label", message: "has warnings" }], warnings: [warning] }),
  new CollaboratorRefused({ reason: "organization" }),
  new CollaboratorRefused({ reason: "duplicate" }),
  new Conflict({ code: "stale_claim" }),
  new Conflict({ code: "wrong_state", status: "LABELED" }),
  new VersionMismatch(),
  new TooLarge({ limitBytes: 1024 }),
  new UrlExpired({ use: "upload" }),
  new FileGone({ resource: "release" }),
  new Unprocessable({ reason: "More than 10000 samples." }),
  new LabelTooLarge({ what: "cuboids", limit: 20_000 }),
  new WebhookNotFound({ what: "delivery" }),
  new WebhookNotFound({ what: "key_set" }),
  new WebhookConflict({ code: "too_many_endpoints" }),
] as const

const answering = async (status: number, body: string, headers: Record<string, string> = {}) => {
  await using served = await serve((_request, response) => {
    response.writeHead(status, { "content-type": "application/problem+json", ...headers })
    response.end(body)
  })
  const client = createClient({ baseUrl: served.url, retries: 0 })
  return await rejection(client.datasets.get({ path: cars }))
}

describe("a problem", () => {
  it("has an example here for every error that has a status", () => {
    assert.deepStrictEqual([...new Set(samples.map(({ _tag }) => _tag))].sort(), Object.keys(statuses).sort())
  })

  it.each(samples.map((error) => [`${error._tag} ${error.code}`, error] as const))(
    "becomes %s again",
    async (_name, error) => {
      const status = statuses[error._tag]
      const { code, message: detail } = error
      const errors = error instanceof InvalidInput ? error.errors : undefined
      const refused = error instanceof InvalidInput ? error.warnings : undefined
      const warnings = refused && warningsJson(refused).text
      const found = await answering(status, problemText({ status, code, detail, errors, warnings }))
      assert.strictEqual(Object.getPrototypeOf(found), Object.getPrototypeOf(error))
      assert.strictEqual(JSON.stringify(found), JSON.stringify(error))
      assert.isTrue(isApiError(found, error._tag))
      assert.isTrue(hasCode(found, code))
      assert.strictEqual(problemOf(found)?.status, status)
    },
  )

  it.each([405, 408, 410, 415, 416, 421, 429, 431, 500, 501, 503])(
    "of status %i, which is none of the engine's, keeps what was said",
    async (status) => {
      const text = problemText({ status, code: "some_code", detail: "A sentence.", requestId: "r1" })
      const found = await answering(status, text, { "retry-after": "7" })
      assert.instanceOf(found, ApiProblem)
      const expected = { status, code: "some_code", requestId: "r1", retryAfterMillis: 7000 }
      assert.deepInclude(problemOf(found), expected)
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
