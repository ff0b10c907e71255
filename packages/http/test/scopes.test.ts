/** Every operation × scope, through HTTP: what the owner's keys with limits may do. */
import { Redacted } from "effect"
import { afterAll, afterEach, assert, describe, it } from "vitest"
import { isRead } from "./matrix/rows.ts"
import { type ScopeCase, scopeCases, scopedAnswer } from "./matrix/scopes.ts"
import { table } from "./matrix/table.ts"
import { closeOriginals, type Fixture, makeFixture, usesJobs } from "./support/fixture.ts"

const withOther = async (jobs: boolean | "copied"): Promise<Fixture> => {
  const fixture = await makeFixture({ jobs })
  const other = { name: "other", category: "other", task_type: "vector" }
  await fixture.ok({ method: "POST", path: "/user/datasets/", body: other })
  return fixture
}

let shared: Promise<Fixture> | undefined
let fresh: Fixture | undefined
afterEach(async () => {
  await fresh?.close()
  fresh = undefined
})
afterAll(async () => {
  await (await shared)?.close()
  await closeOriginals()
})

const fixtureFor = async (endpoint: string, changes: boolean): Promise<Fixture> => {
  if (!changes && !/^claims\.|^assets\.read$/.test(endpoint)) {
    shared ??= withOther(true)
    return await shared
  }
  await fresh?.close()
  fresh = await withOther(usesJobs(endpoint) ? "copied" : false)
  return fresh
}

const keyWith = async ({ engine }: Fixture, { embedded, grants, scope }: ScopeCase): Promise<string> => {
  const { dataset, role, webhooks, ...limits } = scope
  const { secret } =
    embedded === true
      ? await engine.embedTokens.create({ user: "owner", dataset, role, webhooks, grants })
      : await engine.apiKeys.create({
          user: "owner",
          scope: {
            ...limits,
            ...(dataset !== undefined && { dataset }),
            ...(role !== undefined && { role }),
          },
        })
  return Redacted.value(secret)
}

const sentences = {
  read_only: "This API key is read-only.",
  dataset: "This API key is restricted to one dataset.",
  role: "This API key is restricted to a lower role.",
  webhooks: "This token is restricted to the webhooks of one account.",
}

describe.each(
  table.map((row) => [`${row.endpoint}${row.note === undefined ? "" : ` (${row.note})`}`, row] as const),
)("%s", (_name, row) => {
  it.each(Object.entries<ScopeCase>(scopeCases))(
    "answers a key with the scope %s",
    async (_scope, scoped) => {
      const method = (await row.call(await fixtureFor(row.endpoint, false), "owner")).method
      const { limit, status } = scopedAnswer(row, scoped, method)
      const fixture = await fixtureFor(row.endpoint, status < 400 && !isRead(row))
      const asked = await row.call(fixture, "owner")
      const answer = await fixture.call({ ...asked, key: await keyWith(fixture, scoped) })
      assert.strictEqual(answer.status, status, answer.text.slice(0, 400))
      if (limit === undefined) return
      assert.strictEqual(answer.at("scope"), limit)
      assert.strictEqual(
        answer.textAt("detail"),
        `You do not have permission to perform this action. ${sentences[limit]}`,
      )
    },
  )
})
