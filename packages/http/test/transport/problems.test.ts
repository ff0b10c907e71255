import { assert, describe, it } from "vitest"
import { formatProblem } from "../../src/transport/problem/problem.ts"
import { catalogue } from "../support/catalogue.ts"

/** Wire contract 3: the SDK looks for these in the lower-cased body, first hit wins, whatever the status. */
const phrases: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  ["not found", ["not found", "does not exist"]],
  ["already exists", ["already exists", "already have"]],
  ["collaborator", ["cannot be added as collaborator", "is already a collaborator"]],
  ["unauthorized", ["authentication credentials were not provided"]],
  ["forbidden", ["cannot leave the organization", "need to be an administrator", "do not have permission"]],
  ["subscription", ["free trial ended", "exceeded user limit"]],
  ["time-out", ["time-out"]],
  ["page", ["invalid page"]],
]

const classOf = (body: string): string | undefined =>
  phrases.find(([, all]) => all.some((phrase) => body.toLowerCase().includes(phrase)))?.[0]

describe("the catalogue of problems", () => {
  it("has a stable code, a title and a sentence for each", () => {
    assert.isAbove(catalogue.length, 30)
    for (const problem of catalogue) {
      assert.match(problem.code, /^[a-z][a-z0-9_]*$/)
      assert.match(problem.detail, /^[A-Z].*\.$/)
      const body = JSON.parse(formatProblem(problem)) as Record<string, unknown>
      assert.strictEqual(body.type, `urn:annotary:error:${problem.code}`)
      assert.strictEqual(body.status, problem.status)
      assert.isString(body.title)
    }
  })

  it("has one code for one status", () => {
    const statuses = new Map<string, number>()
    for (const { code, status } of catalogue) {
      assert.strictEqual(statuses.get(code) ?? status, status, code)
      statuses.set(code, status)
    }
  })

  it("is read by the SDK as what each problem is", () => {
    for (const problem of catalogue) {
      const expected = { 404: "not found", 401: "unauthorized", 408: "time-out" }[problem.status]
      assert.strictEqual(classOf(formatProblem(problem)), expected, problem.code)
    }
  })

  it("has a title of its own for every status that the product names", () => {
    const statuses = [
      400, 401, 403, 404, 405, 408, 409, 412, 413, 415, 416, 417, 421, 422, 429, 431, 500, 503,
    ]
    const titles = statuses.map(
      (status) => JSON.parse(formatProblem({ status, code: "x", detail: "X." })).title,
    )
    assert.strictEqual(new Set(titles).size, statuses.length)
    for (const [i, status] of statuses.entries())
      assert.strictEqual(classOf(String(titles[i])), status === 404 ? "not found" : undefined)
  })
})
