/** ETags and If-Match; requests that are safe to repeat. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { type Fixture, makeFixture } from "./support/fixture.ts"
import { makeWorld } from "./support/world.ts"

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture()
})
afterAll(() => fixture.close())

const etag = async (path: string): Promise<string> => {
  const answer = await fixture.ok({ method: "GET", path })
  return answer.headers.get("etag") ?? ""
}

describe("If-Match", () => {
  const targets = [
    ["a dataset", () => `${fixture.dataset}/`, { description: "matched" }],
    ["a sample", () => `/samples/${fixture.samples[0]}/`, { readme: "matched" }],
    ["a label", () => `/labels/${fixture.samples[0]}/ground-truth/`, { score: 0.25 }],
  ] as const

  it.each(targets)("lets a change of %s through, once", async (_name, path, body) => {
    const tag = await etag(path())
    assert.match(tag, /^"[0-9a-f-]{36}"$/)
    const change = () => fixture.call({ method: "PATCH", path: path(), body, headers: { "if-match": tag } })
    assert.strictEqual((await change()).status, 200)
    const again = await change()
    assert.strictEqual(again.status, 412)
    assert.strictEqual(again.at("code"), "version_mismatch")
    assert.notStrictEqual(await etag(path()), tag)
  })

  it.each(targets)("that is none of ours changes nothing of %s", async (_name, path, body) => {
    const before = await etag(path())
    for (const tag of ['"x"', "nonsense", '""', '"00000000-0000-0000-0000-000000000000"']) {
      const headers = { "if-match": tag }
      const answer = await fixture.call({
        method: "PATCH",
        path: path(),
        body: { ...body, extra: 1 },
        headers,
      })
      assert.strictEqual(answer.status, 412, tag)
    }
    assert.strictEqual(await etag(path()), before)
  })

  it.each(targets)("keeps %s from being deleted after somebody else changed it", async (_name, path) => {
    const headers = { "if-match": '"00000000-0000-0000-0000-000000000000"' }
    assert.strictEqual((await fixture.call({ method: "DELETE", path: path(), headers })).status, 412)
    assert.strictEqual((await fixture.call({ method: "GET", path: path() })).status, 200)
  })

  it.each(targets)(
    "of several tags lets a change of %s through when one of them is its own",
    async (_n, path) => {
      const other = '"00000000-0000-0000-0000-000000000000"'
      const send = async (tags: string): Promise<number> => {
        const headers = { "if-match": tags }
        return (await fixture.call({ method: "PATCH", path: path(), body: {}, headers })).status
      }
      const tag = await etag(path())
      for (const tags of [`${other}, ${tag}`, `${tag},${other}`, `"a,b" , W/${tag}`, "*"])
        assert.strictEqual(await send(tags), 200, tags)
      for (const tags of [`${other}, "x"`, `"*"`, ", ,"]) assert.strictEqual(await send(tags), 412, tags)
    },
  )

  it.each(targets)(
    "lets a change of %s through with the tag as compressing proxies mark it",
    async (_n, path) => {
      const send = async (tag: string): Promise<number> =>
        (await fixture.call({ method: "PATCH", path: path(), body: {}, headers: { "if-match": tag } })).status
      const own = (await etag(path())).slice(1, -1)
      for (const encoding of ["gzip", "zstd", "br", "deflate", "x-gzip", "-gzip", "GZIP"]) {
        for (const form of [`"${own}-${encoding}"`, `W/"${own}-${encoding}"`, `"x", "${own}-${encoding}"`])
          assert.strictEqual(await send(form), 200, form)
        assert.strictEqual(await send(`"00000000-0000-7000-8000-000000000000-${encoding}"`), 412)
      }
      for (const form of [`"${own}-sdch"`, `"${own}-gzip-gzip"`, `"${own}gzip"`, `"-gzip"`])
        assert.strictEqual(await send(form), 412, form)
    },
  )

  it("of any version does not create what is not there", async () => {
    const path = `/labels/${fixture.samples[3]}/model/`
    const ask = { method: "PUT", path, body: { label_status: "LABELED" } }
    const answer = await fixture.call({ ...ask, headers: { "if-match": "*" } })
    assert.strictEqual(answer.status, 412)
    assert.strictEqual((await fixture.call(ask)).status, 201)
    assert.strictEqual((await fixture.call({ ...ask, headers: { "if-match": "*" } })).status, 200)
  })

  it("of a sample shown with its label is good for the sample", async () => {
    const path = `/samples/${fixture.samples[0]}/`
    for (const suffix of ["", "-gzip", "-zstd", "-br"]) {
      const tag = await etag(`${path}?labelset=ground-truth`)
      assert.match(tag, /^"[0-9a-f-]{36}\.[0-9a-f-]{36}"$/)
      const marked = tag.replace(/"$/, `${suffix}"`)
      const answer = await fixture.call({
        method: "PATCH",
        path,
        body: { readme: `joined${suffix}` },
        headers: { "if-match": marked },
      })
      assert.strictEqual(answer.status, 200, marked)
    }
  })

  it("has a twin for configurations: the number they were made from", async () => {
    const path = `${fixture.dataset}/configuration/`
    const configuration = { categories: [{ id: 1, name: "car" }] }
    const version = (await fixture.ok({ method: "GET", path })).at("config_version")
    const put = () => fixture.call({ method: "PUT", path, body: { configuration, config_version: version } })
    assert.strictEqual((await put()).status, 200)
    assert.strictEqual((await put()).status, 412)
  })
})

describe("Idempotency-Key", () => {
  const post = (path: string, body: unknown, key: string, as: "owner" | "admin" | "labeler" = "owner") =>
    fixture.call({ method: "POST", path, body, as, headers: { "idempotency-key": key } })

  it("does the same request once, and answers it alike", async () => {
    const body = { description: "again", status: "OPEN" }
    const path = `/samples/${fixture.samples[1]}/issues/`
    const first = await post(path, body, "k1")
    const second = await post(path.slice(0, -1), body, "k1")
    assert.deepStrictEqual([first.status, second.status], [201, 201])
    assert.strictEqual(second.text, first.text)
    const { list } = await fixture.ok({ method: "GET", path: `/datasets/${fixture.samples[1]}/issues/` })
    assert.strictEqual(list.length, 1)
  })

  it("makes twins in flight wait for each other", async () => {
    const path = `${fixture.dataset}/samples/`
    const answers = await Promise.all([1, 2, 3].map(() => post(path, { name: "twin" }, "k2")))
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [201, 201, 201],
    )
    assert.strictEqual(new Set(answers.map(({ text }) => text)).size, 1)
  })

  it("is the caller's own", async () => {
    const path = "/user/datasets/"
    const body = { name: "mine", category: "other", task_type: "vector" }
    const [a, b] = [await post(path, body, "k3", "owner"), await post(path, body, "k3", "admin")]
    assert.deepStrictEqual([a.at("full_name"), b.at("full_name")], ["owner/mine", "admin/mine"])
  })

  it("of another request is a 409, and so is that of a secret", async () => {
    const other = await post(`${fixture.dataset}/samples/`, { name: "other" }, "k2")
    assert.deepStrictEqual([other.status, other.at("code")], [409, "idempotency_mismatch"])
    const first = await post("/user/api_keys/", {}, "k4")
    const second = await post("/user/api_keys/", {}, "k4")
    assert.deepStrictEqual([first.status, second.status, second.at("code")], [201, 409, "already_done"])
  })

  it("is free again when the time of the setting is over", async () => {
    const world = await makeWorld({ settings: { keepAnswersMillis: 1 } })
    const headers = { "idempotency-key": "k" }
    const post = (description: string) =>
      world.call({ method: "PATCH", path: "/user", body: { email: `${description}@example.com` }, headers })
    assert.strictEqual((await post("one")).status, 200)
    await new Promise((resolve) => setTimeout(resolve, 20))
    assert.strictEqual((await post("two")).status, 200)
    await world.close()
  })

  it("of a request that failed is free again", async () => {
    const path = `${fixture.dataset}/collaborators/`
    const refused = await post(path, { user: "ghost" }, "k5")
    assert.isAtLeast(refused.status, 400)
    assert.strictEqual((await post(path, { user: "stranger" }, "k5")).status, 201)
  })

  it("gives nothing to those who may not ask any more", async () => {
    const path = `/samples/${fixture.samples[2]}/issues/`
    const body = { description: "mine" }
    assert.strictEqual((await post(path, body, "k6", "labeler")).status, 201)
    await fixture.ok({ method: "DELETE", path: `${fixture.dataset}/collaborators/labeler` })
    assert.strictEqual((await post(path, body, "k6", "labeler")).status, 404)
  })

  it("keeps a streamed answer too", async () => {
    const path = `${fixture.dataset}/queue/labeling/claim/`
    const first = await post(path, { count: 2 }, "k7", "admin")
    assert.strictEqual(first.list.length, 2)
    assert.strictEqual((await post(path, { count: 2 }, "k7", "admin")).text, first.text)
  })

  it("must be of the documented form", async () => {
    assert.strictEqual((await post("/user/datasets/", {}, "a b")).status, 400)
  })
})
