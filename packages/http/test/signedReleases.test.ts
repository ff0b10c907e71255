/** Signed statements, proofs and public keys, as whoever receives a release reads them. */
import { readVerificationKey, verifyProof } from "@annotary/core/effect"
import { Either } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { closeOriginals, type Fixture, makeFixture } from "./support/fixture.ts"
import { makeWorld } from "./support/world.ts"

let fixture: Fixture
beforeAll(async () => {
  fixture = await makeFixture({ jobs: "copied" })
})
afterAll(async () => {
  await fixture.close()
  await closeOriginals()
})

const getStatements = (as: "owner" | "nobody" | "stranger" = "owner") =>
  fixture.call({ method: "GET", path: `${fixture.dataset}/releases/v1/statements/`, as })

const postStatement = (body: unknown) =>
  fixture.call({ method: "POST", path: `${fixture.dataset}/releases/v1/statements/`, body })

const readKeys = async () => {
  const { list } = await fixture
    .ok({ method: "GET", path: "/releases/jwks.json", as: "nobody" })
    .then((answer) => ({
      list: answer.at("keys") as ReadonlyArray<{ readonly x: string; readonly kid: string }>,
    }))
  return list
}

const readPayload = (payload: string): unknown => JSON.parse(Buffer.from(payload, "base64").toString())

describe("the public keys", () => {
  it("are an empty set before the first release, and reading them makes none", async () => {
    const world = await makeWorld()
    const read = () => world.ok({ method: "GET", path: "/releases/jwks.json", as: "nobody" })
    assert.deepStrictEqual((await read()).body, { keys: [] })
    assert.deepStrictEqual((await read()).body, { keys: [] })
    await world.close()
  })

  it("are kept when the key is rotated, newest first", async () => {
    const before = await readKeys()
    const rotated = await fixture.ok({ method: "POST", path: "/releases/signing_key/rotate/", as: "root" })
    const after = await readKeys()
    assert.deepStrictEqual(rotated.at("keys"), after)
    assert.deepStrictEqual(after.slice(1), before)
    assert.lengthOf(after, before.length + 1)
  })
})

describe("a proof", () => {
  it("shows with the public keys and the line alone that a sample is in the release", async () => {
    const { samples } = fixture
    const keys = (await readKeys()).map(({ x }) => readVerificationKey(x))
    const release = await fixture.ok({ method: "GET", path: `${fixture.dataset}/releases/v1/` })
    const { pathname, search } = new URL(release.textAt("attributes.url"))
    for (const sample of samples) {
      const answer = await fixture.ok({
        method: "GET",
        path: `${fixture.dataset}/releases/v1/proofs/${sample}/`,
      })
      const offset = Number(answer.at("line.offset"))
      const range = `bytes=${offset}-${offset + Number(answer.at("line.length")) - 1}`
      const line = await fixture.bytes({
        method: "GET",
        path: pathname + search,
        as: "nobody",
        headers: { range },
      })
      const proof = JSON.stringify(answer.at("proof"))
      const shown = Either.getOrThrow(verifyProof(proof, keys, line))
      assert.deepInclude(shown, { sample, release: release.textAt("uuid"), samplesCount: samples.length })
      assert.isTrue(Either.isLeft(verifyProof(proof, keys, line.subarray(1))))
    }
  })

  it("is not made for a sample that is not in the release", async () => {
    const answer = await fixture.call({
      method: "GET",
      path: `${fixture.dataset}/releases/v1/proofs/0190a1b2-0000-7000-8000-000000000000/`,
    })
    assert.strictEqual(answer.status, 404)
  })
})

describe("the statements of a release", () => {
  it("are envelopes that name the file, oldest first, with those that callers append", async () => {
    const made = await postStatement({
      predicate_type: "https://example.org/audit/v1",
      predicate: { bound: 0.02 },
    })
    assert.strictEqual(made.status, 201)
    const statements = await getStatements()
    const types = statements.list.map(
      (_, index) =>
        (readPayload(statements.textAt(`${index}.payload`)) as { predicateType: string }).predicateType,
    )
    assert.deepStrictEqual(types, [
      "urn:annotary:release-root:v1",
      "urn:annotary:release:v1",
      "urn:annotary:release-agreement:v1",
      "https://example.org/audit/v1",
    ])
    assert.deepStrictEqual(statements.at("3"), made.body)
    const { predicate } = readPayload(made.textAt("payload")) as { predicate: Record<string, unknown> }
    assert.hasAllKeys(predicate, ["bound", "signed_at"])
  })

  it("are signed with every digit that was sent", async () => {
    const text =
      '{"predicate_type":"https://example.org/audit/v1","predicate":{"seed":9007199254740993,"at":0.10}}'
    const made = await postStatement(text)
    assert.strictEqual(made.status, 201)
    const payload = Buffer.from(made.textAt("payload"), "base64").toString()
    assert.include(payload, '"predicate":{"seed":9007199254740993,"at":0.10,"signed_at":"')
  })

  it("are refused with a type of the engine, a type that is not a URI, or too long a text", async () => {
    const length = (await getStatements()).list.length
    for (const [predicate_type, predicate] of [
      ["urn:annotary:release:v1", {}],
      ["an audit", {}],
      ["https://example.org/audit/v1", { text: "x".repeat(16 * 1024) }],
      ["https://example.org/audit/v1", "0.02"],
      ["https://example.org/audit/v1", { signed_at: "2020-01-01T00:00:00Z" }],
    ]) {
      const answer = await postStatement({ predicate_type, predicate })
      assert.strictEqual(answer.status, 400, answer.text)
    }
    assert.lengthOf((await getStatements()).list, length)
  })

  it("are hidden from whoever may not read the dataset", async () => {
    assert.strictEqual((await getStatements("stranger")).status, 404)
    assert.strictEqual((await getStatements("nobody")).status, 401)
  })
})
