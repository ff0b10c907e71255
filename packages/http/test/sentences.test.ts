/** The words of errors: the wire contract's SDK chooses its exceptions by them, the first phrase that it finds wins. */
import * as errors from "@annotary/core"
import { ConflictCode, Resource } from "@annotary/core/effect"
import { Schema, SchemaAST } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Problem, problemText } from "../src/transport/problem/problem.ts"
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

const bodyOf = (error: { readonly code: string; readonly message: string }): string =>
  JSON.stringify({ type: `urn:annotary:error:${error.code}`, detail: error.message, code: error.code })

const telling: Readonly<Record<string, string>> = {
  notFound: "NotFoundError",
  unauthorized: "AuthenticationError",
  slowBody: "TimeoutError",
  slowRequest: "TimeoutError",
}

const isConflictCode = Schema.is(ConflictCode)
const conflictCodes = (SchemaAST.isUnion(ConflictCode.ast) ? ConflictCode.ast.types : [])
  .map((type) => (SchemaAST.isLiteral(type) ? type.literal : undefined))
  .filter(isConflictCode)

describe("the sentence of", () => {
  it("a missing thing is a NotFoundError, whatever the thing", () => {
    for (const resource of Resource.literals)
      assert.strictEqual(exceptionOf(bodyOf(new errors.NotFound({ resource }))), "NotFoundError")
  })

  it("a taken name is an AlreadyExistsError", () => {
    for (const resource of Resource.literals)
      assert.strictEqual(exceptionOf(bodyOf(new errors.AlreadyExists({ resource }))), "AlreadyExistsError")
  })

  it("a refused collaborator is a CollaboratorError", () => {
    for (const reason of ["owner", "organization", "duplicate"] as const)
      assert.strictEqual(exceptionOf(bodyOf(new errors.CollaboratorRefused({ reason }))), "CollaboratorError")
  })

  it("a missing key and a missing permission are what they are", () => {
    assert.strictEqual(exceptionOf(bodyOf(new errors.Unauthorized())), "AuthenticationError")
    assert.strictEqual(exceptionOf(bodyOf(new errors.PermissionDenied())), "AuthorizationError")
  })

  it("everything else is a NetworkError", () => {
    const others = [
      ...conflictCodes.map((code) => new errors.Conflict({ code, status: "LABELED" })),
      new errors.VersionMismatch(),
      new errors.TooLarge({ limitBytes: 5 }),
      ...(["read", "upload"] as const).map((use) => new errors.UrlExpired({ use })),
      ...(["release", "asset"] as const).map((resource) => new errors.FileGone({ resource })),
      errors.InvalidInput.at("/name", "must be text"),
    ]
    assert.isAbove(conflictCodes.length, 10)
    for (const error of others) assert.strictEqual(exceptionOf(bodyOf(error)), "NetworkError", error.message)
  })

  it("the transport is a NetworkError, but for those that say more", () => {
    const problems = Object.entries(refusals).flatMap(([name, value]) =>
      typeof value === "function" ? [] : [[name, value as Problem] as const],
    )
    assert.isAbove(problems.length, 10)
    for (const [name, problem] of problems) {
      const said = telling[name] ?? "NetworkError"
      assert.strictEqual(exceptionOf(problemText(problem)), said, name)
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
