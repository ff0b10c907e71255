/** Every operation × every role, through HTTP. */
import { lowestRole, type Operation } from "@annotary/core"
import { Context } from "effect"
import { afterAll, afterEach, assert, describe, it } from "vitest"
import { AnnotaryApi } from "../src/api/Api.ts"
import { listEndpoints } from "../src/api/listEndpoints.ts"
import { Permission } from "../src/api/permission.ts"
import { callerOf, expected, isRead, type Role, type Row, roles } from "./matrix/rows.ts"
import { table } from "./matrix/table.ts"
import { closeOriginals, type Fixture, makeFixture, usesJobs } from "./support/fixture.ts"

const declared = new Map<string, string>(
  listEndpoints(AnnotaryApi).map(({ endpoint, group, mergedAnnotations }) => [
    `${group.identifier}.${endpoint.name}`,
    Context.get(mergedAnnotations, Permission),
  ]),
)

const order: ReadonlyArray<string> = ["public", "model", "labeler", "reviewer", "manager", "admin", "owner"]
const isOperation = (rule: string): rule is Operation => Object.hasOwn(lowestRole, rule)
const rank = (rule: string): number => (isOperation(rule) ? order.indexOf(lowestRole[rule]) : -1)

describe("the table", () => {
  it("has a row for every endpoint, and none for others", () => {
    assert.deepStrictEqual(
      [...new Set(table.map(({ endpoint }) => endpoint))].sort(),
      [...declared.keys()].sort(),
    )
  })

  it("asks for no less than the endpoint's annotation says", () => {
    for (const { endpoint, rule } of table) {
      const annotated = declared.get(endpoint) ?? "undeclared"
      if (isOperation(rule) && isOperation(annotated)) assert.isAtLeast(rank(rule), rank(annotated), endpoint)
      else assert.strictEqual(annotated, rule, endpoint)
    }
  })
})

/** Of the test that runs. An engine that stays open stays in memory, and there are hundreds. */
let fresh: Fixture | undefined
afterEach(async () => {
  await fresh?.close()
  fresh = undefined
})

const shared = new Map<boolean, Promise<Fixture>>()
const sharedFixture = (isPublic: boolean): Promise<Fixture> => {
  const made = shared.get(isPublic) ?? makeFixture({ public: isPublic })
  shared.set(isPublic, made)
  return made
}

afterAll(async () => {
  for (const fixture of await Promise.all(shared.values())) await fixture.close()
  await closeOriginals()
})

/** Reads and refusals change nothing: they share a fixture; everything else gets one of its own. */
const fixtureFor = async (row: Row, role: Role): Promise<Fixture> => {
  const isPublic = role === "public"
  const changes = expected(row, role) < 400 && !isRead(row)
  if (!changes && !/^(claims|predictions)\./.test(row.endpoint)) return sharedFixture(isPublic)
  const jobs = usesJobs(row.endpoint) ? "copied" : false
  fresh = await makeFixture({ public: isPublic, jobs })
  return fresh
}

describe.each(
  table.map((row) => [`${row.endpoint}${row.note === undefined ? "" : ` (${row.note})`}`, row] as const),
)("%s", (_name, row) => {
  it.each(roles.map((role) => [role, expected(row, role)] as const))(
    "answers the %s with %i",
    async (role, status) => {
      const fixture = await fixtureFor(row, role)
      const as = callerOf(role)
      const answer = await fixture.call({ ...(await row.call(fixture, as)), as })
      assert.strictEqual(answer.status, status, answer.text.slice(0, 400))
      if (status >= 400) assert.strictEqual(answer.headers.get("content-type"), "application/problem+json")
      if (status === 403)
        assert.match(answer.textAt("detail"), /^You do not have permission to perform this action\./)
      if (status === 404) assert.match(answer.textAt("detail"), /not found/i)
    },
  )
})
