/** Real answers against the declared response schemas, so that neither drifts from the other. */
import { ParseResult } from "effect"
import { afterAll, afterEach, assert, beforeAll, describe, it } from "vitest"
import { expected, isRead, type Row } from "./matrix/rows.ts"
import { table } from "./matrix/table.ts"
import { declared } from "./support/declared.ts"
import { closeOriginals, type Fixture, makeFixture, usesJobs } from "./support/fixture.ts"

const isJson = (type: string | null): boolean => type !== null && /^application\/([\w.-]+\+)?json$/.test(type)

describe("an answer", () => {
  let shared: Fixture | undefined
  let own: Fixture | undefined
  const fixtureFor = async (row: Row): Promise<Fixture> => {
    if (isRead(row) && !row.endpoint.startsWith("claims.")) {
      shared ??= await makeFixture()
      return shared
    }
    // A worker would send what a row of deliveries is about to skip.
    own = await makeFixture({
      jobs: usesJobs(row.endpoint) ? "copied" : false,
    })
    return own
  }
  afterEach(async () => {
    await own?.close()
    own = undefined
  })
  afterAll(async () => {
    await shared?.close()
    await closeOriginals()
  })

  it.each(
    table.map((row) => [`${row.endpoint}${row.note === undefined ? "" : ` (${row.note})`}`, row] as const),
  )("of %s is what is declared", async (_name, row) => {
    const fixture = await fixtureFor(row)
    const as = row.rule === "site_admin" ? "root" : "owner"
    const answer = await fixture.call({ ...(await row.call(fixture, as)), as })
    const known = declared.get(row.endpoint)
    assert.strictEqual(answer.status, expected(row, as), answer.text)
    if (answer.status >= 400) {
      assert.strictEqual(answer.headers.get("content-type"), "application/problem+json")
      return
    }
    if (row.endpoint === "samples.createMany" && row.status === 200) return
    assert.isTrue(known?.successes.has(answer.status), `${answer.status} is not declared`)
    const schema = known?.successes.get(answer.status)
    if (!isJson(answer.headers.get("content-type"))) return
    assert.isDefined(schema, "the answer is JSON, and no schema is declared")
    if (schema === undefined) return
    const decoded = ParseResult.decodeUnknownEither(schema, { onExcessProperty: "error", errors: "all" })(
      answer.body,
    )
    if (decoded._tag === "Left") assert.fail(ParseResult.TreeFormatter.formatIssueSync(decoded.left))
  })
})

describe("every answer", () => {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await makeFixture()
  })
  afterAll(() => fixture.close())

  it("says the API's date, and is kept by nobody", async () => {
    for (const path of ["/user", `${fixture.dataset}/samples/`, "/nowhere", "/healthz"]) {
      const { headers } = await fixture.call({ method: "GET", path })
      assert.strictEqual(headers.get("annotary-version"), "2026-11-01")
      assert.strictEqual(headers.get("cache-control"), "private, no-store")
      assert.match(headers.get("vary") ?? "", /Authorization/)
    }
  })

  it("comes at both forms of a path", async () => {
    for (const path of [
      "/user",
      `${fixture.dataset}`,
      `${fixture.dataset}/collaborators/labeler`,
      "/user/datasets",
    ]) {
      assert.strictEqual((await fixture.call({ method: "GET", path })).status, 200, path)
      assert.strictEqual((await fixture.call({ method: "GET", path: `${path}/` })).status, 200, path)
    }
  })

  it("never holds a top-level detail when it is no error", async () => {
    for (const row of table) {
      if (row.call.length > 0 || row.status >= 300) continue
      const answer = await fixture.call({ ...(await row.call(fixture, "owner")), as: "owner" })
      if (isJson(answer.headers.get("content-type"))) assert.isUndefined(answer.at("detail"), row.endpoint)
    }
  })
})
