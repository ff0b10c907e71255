/** The words of errors: the wire contract's SDK chooses its exceptions by them, the first phrase that it finds wins. */

import { type DomainErrorName, listErrorExamples } from "@annotary/core/effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { toMembers } from "../src/api/problemMembers.ts"
import { statuses } from "../src/api/statuses.ts"
import { formatProblem, type Problem } from "../src/transport/problem/problem.ts"
import * as refusals from "../src/transport/problem/refusals.ts"
import { type Fixture, makeFixture } from "./support/fixture.ts"
import type { Call } from "./support/world.ts"

/** Contract 3, in the order in which the SDK looks for them. */
const ranks: ReadonlyArray<readonly [name: string, phrases: RegExp]> = [
  ["NotFoundError", /not found|does not exist/],
  ["AlreadyExistsError", /already exists|already have/],
  ["CollaboratorError", /cannot be added as collaborator|is already a collaborator/],
  ["AuthenticationError", /authentication credentials were not provided/],
  ["AuthorizationError", /cannot leave the organization|need to be an administrator|do not have permission/],
  ["SubscriptionError", /free trial ended|exceeded user limit/],
  ["TimeoutError", /time-out/],
  ["NotFoundError", /invalid page/],
]

const exceptionOf = (body: string): string =>
  ranks.find(([, phrases]) => phrases.test(body.toLowerCase()))?.[0] ?? "NetworkError"

const telling: Readonly<Record<string, string>> = {
  consoleMissing: "NotFoundError",
  docsMissing: "NotFoundError",
  notFound: "NotFoundError",
  unauthorized: "AuthenticationError",
  slowBody: "TimeoutError",
  slowRequest: "TimeoutError",
}

/** The exceptions by the errors that stand for them; all others are a NetworkError. */
const exceptions: { readonly [Name in DomainErrorName]?: string } = {
  NotFound: "NotFoundError",
  WebhookNotFound: "NotFoundError",
  AlreadyExists: "AlreadyExistsError",
  CollaboratorRefused: "CollaboratorError",
  Unauthorized: "AuthenticationError",
  PermissionDenied: "AuthorizationError",
}

describe("the sentence of", () => {
  it.each(listErrorExamples())("$code is read as what it is", (error) => {
    const problem = {
      status: statuses[error._tag],
      code: error.code,
      detail: error.message,
      members: toMembers(error),
    }
    assert.strictEqual(
      exceptionOf(formatProblem(problem)),
      exceptions[error._tag] ?? "NetworkError",
      error.message,
    )
  })

  it("the transport is a NetworkError, but for those that say more", () => {
    const problems = Object.entries(refusals).flatMap(([name, value]) =>
      typeof value === "function" ? [] : [[name, value as Problem] as const],
    )
    assert.isAbove(problems.length, 10)
    for (const [name, problem] of problems) {
      const said = telling[name] ?? "NetworkError"
      assert.strictEqual(exceptionOf(formatProblem(problem)), said, name)
    }
  })
})

describe("an error", () => {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await makeFixture()
  })
  afterAll(() => fixture.close())

  /** A name that would turn every answer into a NotFoundError if it were repeated. */
  const loud = "not found"

  const asks: ReadonlyArray<readonly [string, number, string, () => Call]> = [
    [
      "a taken dataset",
      409,
      "AlreadyExistsError",
      () => post("/user/datasets/", { name: "CARS", category: loud, task_type: "vector" }),
    ],
    [
      "a taken sample",
      409,
      "AlreadyExistsError",
      () => post(`${fixture.dataset}/samples/`, { name: "s1", readme: loud }),
    ],
    [
      "a collaborator twice",
      400,
      "CollaboratorError",
      () => post(`${fixture.dataset}/collaborators/`, { user: "labeler" }),
    ],
    [
      "the owner as collaborator",
      400,
      "CollaboratorError",
      () => post(`${fixture.dataset}/collaborators/`, { user: "owner" }),
    ],
    [
      "an organization as collaborator",
      400,
      "CollaboratorError",
      () => post(`${fixture.dataset}/collaborators/`, { user: "acme" }),
    ],
    [
      "an unknown label",
      404,
      "NotFoundError",
      () => ({ method: "GET", path: `/labels/${fixture.samples[3]}/ground-truth/` }),
    ],
    [
      "a wrong value",
      400,
      "NetworkError",
      () => post("/user/datasets/", { name: loud, category: "other", task_type: loud }),
    ],
    [
      "an unknown key in it",
      400,
      "NetworkError",
      () => post("/user/datasets/", { [loud]: loud, task_attributes: { [loud]: 1 } }),
    ],
    [
      "a wrong configuration",
      400,
      "NetworkError",
      () =>
        post("/configuration/validate/", {
          configuration: { categories: [{ id: loud, name: loud, [loud]: loud }] },
        }),
    ],
    ["a status that is none", 400, "NetworkError", () => label({ label_status: "UNLABELED" })],
    ["no key", 401, "AuthenticationError", () => ({ method: "GET", path: "/user", as: "nobody" })],
    [
      "a malformed key",
      401,
      "AuthenticationError",
      () => ({ method: "GET", path: "/user", as: "nobody", headers: { authorization: `Bearer ${loud}` } }),
    ],
    [
      "a private dataset of others",
      404,
      "NotFoundError",
      () => ({ method: "GET", path: `${fixture.dataset}/`, as: "stranger" }),
    ],
    [
      "a missing permission",
      403,
      "AuthorizationError",
      () => ({ method: "DELETE", path: `${fixture.dataset}/`, as: "admin" }),
    ],
  ]
  const post = (path: string, body: unknown): Call => ({ method: "POST", path, body })
  const label = (body: unknown): Call => ({
    method: "PUT",
    path: `/labels/${fixture.samples[3]}/ground-truth/`,
    body,
  })

  it.each(asks)(
    "about %s is a %i that the SDK reads as %s, and repeats nothing",
    async (_what, status, exception, ask) => {
      const answer = await fixture.call(ask())
      assert.strictEqual(answer.status, status, answer.text)
      assert.strictEqual(exceptionOf(answer.text), exception, answer.text)
      assert.strictEqual(answer.at("status"), status)
      assert.isString(answer.at("title"))
      if (exception !== "NotFoundError") assert.notInclude(answer.text, loud)
    },
  )
})
