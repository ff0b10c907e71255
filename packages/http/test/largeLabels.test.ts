import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { makeBodyWorkers } from "../src/transport/node/threads/workers.ts"
import { type Fixture, makeFixture } from "./support/fixture.ts"

const workers = makeBodyWorkers({ threads: 1 })
const attributes = (version: number) =>
  `{"annotations":[],"version":${version},"category":"行人 😀","stamps":[${"1700000000123456789,".repeat(100_000)}0]}`

describe("a label of two megabytes", () => {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await makeFixture({ jobs: false, transport: { largeBodies: workers } })
  })
  afterAll(async () => {
    await fixture.close()
    await Effect.runPromise(workers.rest)
  })
  const path = () => `/labels/${fixture.samples[0]}/ground-truth/`

  it("is written, answered and read as it was sent, and went through a worker thread", async () => {
    const put = {
      method: "PUT",
      path: path(),
      body: `{"label_status":"LABELED","attributes":${attributes(1)}}`,
    }
    const written = await fixture.ok(put)
    assert.strictEqual(workers.threads(), 1)
    const read = await fixture.ok({ method: "GET", path: path() })
    assert.isTrue(read.text.includes(`"attributes":${attributes(1)},`))
    assert.isTrue(written.text === `${read.text.slice(0, -1)},"warnings":[]}`)
    assert.strictEqual(read.headers.get("etag"), `"${read.textAt("version")}"`)
    assert.strictEqual(read.headers.get("content-type"), "application/json")
    const zipped = await fixture.bytes({
      method: "GET",
      path: path(),
      headers: { "accept-encoding": "gzip" },
    })
    const text = await new Response(
      new Blob([Uint8Array.from(zipped)]).stream().pipeThrough(new DecompressionStream("gzip")),
    ).text()
    assert.isTrue(text === read.text)
  })

  it("is patched once under one key, and another body under it is refused", async () => {
    const patch = (version: number) =>
      fixture.call({
        method: "PATCH",
        path: path(),
        body: `{"attributes": ${attributes(version)}}`,
        headers: { "idempotency-key": "large" },
      })
    const first = await patch(2)
    const again = await patch(2)
    assert.deepStrictEqual([first.status, again.status], [200, 200])
    assert.isTrue(first.text === again.text)
    assert.isTrue(first.text.includes(`"attributes":${attributes(2)},`))
    assert.strictEqual((await patch(3)).status, 409)
  })
})
