import { addPerson } from "@annotary/storage-contract"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either, FastCheck as fc, Layer, Stream, TestClock } from "effect"
import type { Envelope } from "../../src/domain/Envelope.ts"
import { SampleId } from "../../src/domain/Ids.ts"
import { toJsonText } from "../../src/domain/JsonText.ts"
import { Username } from "../../src/domain/Names.ts"
import { defaultSettings, EngineSettings } from "../../src/kernel/EngineSettings.ts"
import { readVerificationKey } from "../../src/kernel/ed25519.ts"
import { makeLayer } from "../../src/memory/layer.ts"
import { inTotoType, signEnvelope } from "../../src/releases/dsse.ts"
import { makeProof, verifyProof } from "../../src/releases/proof.ts"
import { ReleaseStatements } from "../../src/releases/ReleaseStatements.ts"
import { ReleaseStore } from "../../src/releases/ReleaseStore.ts"
import { Releases } from "../../src/releases/Releases.ts"
import { SigningKeys } from "../../src/releases/SigningKeys.ts"
import { StatementKeys } from "../../src/releases/StatementKeys.ts"
import { formatStatement, predicateTypes } from "../../src/releases/statement.ts"
import { checkStatement } from "../../src/releases/statementProblems.ts"
import { verifyRelease } from "../../src/releases/verify.ts"
import { build, bytesOf, prepare, ref, services } from "./support.ts"

const parsePayload = ({ payload }: Envelope) => JSON.parse(Buffer.from(payload, "base64").toString())

/** A release of nine samples with everything that verifies it. */
const prepareRelease = Effect.gen(function* () {
  const samples = yield* prepare(9)
  const release = yield* build("v1")
  const file = yield* bytesOf(release)
  const service = yield* ReleaseStatements
  const statements = yield* service.list(ref, "v1")
  const { keys: jwks } = yield* (yield* StatementKeys).readKeySet()
  const keys = jwks.map(({ x }) => readVerificationKey(x))
  const facts = yield* verifyRelease(Stream.make(file))
  return { samples, release, file, statements, keys, jwks, facts, service }
})

const flipByte = (text: string, at: number, bits: number): string => {
  const bytes = Buffer.from(text)
  bytes[at] = (bytes[at] ?? 0) ^ bits
  return bytes.toString("latin1")
}

const byte = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 127 }))

describe("the statements of a release", () => {
  it.effect(
    "say the root, the configuration, the rules, the warnings and the shares of people without names",
    () =>
      Effect.gen(function* () {
        const { release, statements } = yield* prepareRelease
        const [root, made] = statements.map(parsePayload)
        assert.deepStrictEqual(root, {
          _type: "https://in-toto.io/Statement/v1",
          subject: [{ name: release.id, digest: { sha256: release.sha256 } }],
          predicateType: "urn:annotary:release-root:v1",
          predicate: { samples: { count: 9, root: release.samplesSha256 } },
        })
        assert.deepStrictEqual(made.subject, [{ name: "ada/streets/v1", digest: { sha256: release.sha256 } }])
        const { labelsets, samples, warnings } = made.predicate
        assert.deepStrictEqual(samples, { count: 9, root: release.samplesSha256 })
        assert.deepStrictEqual(labelsets, [
          {
            name: "ground-truth",
            labels: 5,
            reviewed: 0,
            people: { count: 1, labels: [5], others: 0 },
            models: { count: 0, labels: [], others: 0 },
          },
        ])
        assert.include(warnings.rules, "mandatory-attribute")
        assert.notInclude(warnings.rules, "overlapping-boxes")
        assert.deepStrictEqual(warnings.labelsets, [{ labelset: "ground-truth", rules: {} }])
        assert.notInclude(JSON.stringify(labelsets), "ada")
      }).pipe(Effect.provide(services())),
  )

  it.effect("count the labels of models apart from those of people", () =>
    Effect.gen(function* () {
      yield* addPerson("ada", { modelOf: Username.make("acme") })
      const { facts, keys, statements } = yield* prepareRelease
      const [share] = parsePayload(statements[1] ?? assert.fail("is not stated")).predicate.labelsets
      assert.deepStrictEqual(share.people, { count: 0, labels: [], others: 0 })
      assert.deepStrictEqual(share.models, { count: 1, labels: [5], others: 0 })
      const { problems } = checkStatement(JSON.stringify(statements[1]), keys, facts)
      assert.deepStrictEqual(problems, [])
    }).pipe(Effect.provide(services())),
  )

  it.effect("are verified with the public keys and the file alone", () =>
    Effect.gen(function* () {
      const { facts, jwks, keys, statements } = yield* prepareRelease
      assert.lengthOf(statements, 3)
      for (const statement of statements) {
        const report = checkStatement(JSON.stringify(statement), keys, facts)
        assert.deepStrictEqual(report.problems, [])
        assert.strictEqual(report.keyId, jwks[0]?.kid)
      }
    }).pipe(Effect.provide(services())),
  )

  it.effect("are refused with any byte changed", () =>
    Effect.gen(function* () {
      const { facts, keys, statements } = yield* prepareRelease
      fc.assert(
        fc.property(fc.constantFrom(...statements), byte, (statement, [at, bits]) => {
          const text = JSON.stringify(statement)
          const { problems } = checkStatement(flipByte(text, at % text.length, bits), keys, facts)
          assert.isNotEmpty(problems)
        }),
        { numRuns: 500 },
      )
    }).pipe(Effect.provide(services())),
  )

  it.effect("are refused for another file, with another key, and for other facts", () =>
    Effect.gen(function* () {
      const { facts, jwks, keys, statements } = yield* prepareRelease
      const [root, made] = statements.map((one) => JSON.stringify(one))
      const check = (text = "", other = {}) => checkStatement(text, keys, { ...facts, ...other }).problems
      assert.deepStrictEqual(check(made, { sha256: "00".repeat(32) }), [
        "The statement is about another file, ada/streets/v1.",
      ])
      assert.deepStrictEqual(check(root, { samplesSha256: "00".repeat(32) }), [
        "The statement has another Merkle root than the file.",
      ])
      assert.deepStrictEqual(check(root, { samplesCount: 8 }), [
        "The statement speaks of 9 samples, the file has 8.",
      ])
      assert.deepStrictEqual(check(made, { configurationSha256: null }), [
        "The statement has another configuration than the file.",
      ])
      assert.deepStrictEqual(check(made, { heading: { ...facts.heading, name: "v2" } }), [
        "The statement has another dataset, name or time of the release than the file.",
      ])
      assert.deepStrictEqual(check(made, { labelsets: [] }), [
        "The statement counts other labels and authors than the file has.",
      ])
      assert.deepStrictEqual(checkStatement(root ?? "", [], facts).problems, [
        `The statement was signed with a key that you did not give: ${jwks[0]?.kid}.`,
      ])
      assert.deepStrictEqual(check("{}"), ["The statement is not a DSSE envelope."])
    }).pipe(Effect.provide(services())),
  )

  it.effect("stay verified after the key is rotated, and new releases have the new key", () =>
    Effect.gen(function* () {
      const { facts, statements } = yield* prepareRelease
      const rotated = yield* (yield* StatementKeys).rotate()
      assert.lengthOf(rotated.keys, 2)
      const later = yield* Effect.zipRight(build("v2"), (yield* ReleaseStatements).list(ref, "v2"))
      assert.strictEqual(later[0]?.signatures[0]?.keyid, rotated.keys[0]?.kid)
      const keys = rotated.keys.map(({ x }) => readVerificationKey(x))
      assert.deepStrictEqual(checkStatement(JSON.stringify(statements[0]), keys, facts).problems, [])
    }).pipe(Effect.provide(services())),
  )

  it.effect(
    "are appended with the time, without the name of the caller, and never of the engine's own types",
    () =>
      Effect.gen(function* () {
        const { facts, keys, service, statements } = yield* prepareRelease
        const predicate = { seed: "s", nonce: "n", bound: 0.02, confidence: 0.95, audited: 413 }
        const audit = yield* service.append(ref, "v1", {
          predicateType: "https://example.org/audit/v1",
          predicate,
        })
        const all = yield* service.list(ref, "v1")
        assert.deepStrictEqual(all, [...statements, audit])
        const report = checkStatement(JSON.stringify(audit), keys, facts)
        assert.deepStrictEqual(report.problems, [])
        assert.deepInclude(report.predicate, predicate)
        assert.sameMembers(Object.keys(report.predicate ?? {}), [...Object.keys(predicate), "signed_at"])
        for (const predicateType of ["urn:annotary:release-root:v1", "audit", "urn:a b"]) {
          const refused = yield* Effect.either(service.append(ref, "v1", { predicateType, predicate }))
          assert.isTrue(Either.isLeft(refused), predicateType)
        }
        assert.lengthOf(yield* service.list(ref, "v1"), 4)
      }).pipe(Effect.provide(services())),
  )

  it.effect("go with their release", () =>
    Effect.gen(function* () {
      const { release } = yield* prepareRelease
      yield* (yield* Releases).remove(ref, "v1")
      assert.deepStrictEqual(yield* (yield* ReleaseStore).statements(release), [])
    }).pipe(Effect.provide(services())),
  )
})

describe("the key that signs statements", () => {
  const withSecrets = (letter: string, storage: ReturnType<typeof makeLayer>) =>
    StatementKeys.Default.pipe(
      Layer.provide(SigningKeys.Default),
      Layer.provide(storage),
      Layer.provide(Layer.succeed(EngineSettings, { ...defaultSettings, secretKeys: [letter.repeat(43)] })),
    )

  it.effect("is the same in every process, and a new one is seen by the others within a minute", () =>
    Effect.gen(function* () {
      const storage = Layer.succeedContext(yield* Layer.build(makeLayer()))
      const [here, there] = yield* Effect.all([
        Effect.provide(StatementKeys, withSecrets("A", storage)),
        Effect.provide(StatementKeys, withSecrets("A", storage)),
      ])
      const first = (yield* here.signingKey).publicKey.kid
      assert.strictEqual((yield* there.signingKey).publicKey.kid, first)
      const [newest] = (yield* here.rotate()).keys
      assert.strictEqual((yield* there.signingKey).publicKey.kid, first)
      yield* TestClock.adjust("61 seconds")
      assert.strictEqual((yield* there.signingKey).publicKey.kid, newest?.kid)
    }).pipe(Effect.scoped, Effect.provide(services())),
  )

  it.effect("is sealed: with other secret keys it cannot sign, until it is rotated", () =>
    Effect.gen(function* () {
      const storage = Layer.succeedContext(yield* Layer.build(makeLayer()))
      yield* Effect.flatMap(Effect.provide(StatementKeys, withSecrets("A", storage)), (one) => one.signingKey)
      const other = yield* Effect.provide(StatementKeys, withSecrets("B", storage))
      const refused = yield* Effect.flip(other.signingKey)
      assert.strictEqual(refused.reason, "unknown_key")
      yield* other.rotate()
      assert.lengthOf((yield* other.readKeySet()).keys, 2)
      assert.isString((yield* other.signingKey).publicKey.kid)
    }).pipe(Effect.scoped, Effect.provide(services())),
  )
})

describe("a proof", () => {
  it.effect("shows that one sample is in a release, in at most 2 KiB", () =>
    Effect.gen(function* () {
      const { file, keys, release, samples, service } = yield* prepareRelease
      for (const { id } of samples) {
        const { line, proof } = yield* service.prove(ref, "v1", id)
        const text = JSON.stringify(proof)
        assert.isAtMost(text.length, 2048)
        const bytes = file.subarray(line.offset, line.offset + line.length)
        assert.include(bytes.toString(), id)
        const verified = Either.getOrThrow(verifyProof(text, keys, bytes))
        assert.deepInclude(verified, {
          release: release.id,
          sha256: release.sha256 ?? "",
          samplesCount: 9,
          sample: id,
        })
      }
    }).pipe(Effect.provide(services())),
  )

  it.effect("has at most 2 KiB in a release of 134 million samples", () =>
    Effect.gen(function* () {
      const key = yield* (yield* StatementKeys).signingKey
      const [sha256, count] = ["ab".repeat(32), 2 ** 27]
      const subject = { name: "01a1f9ba-42ec-7003-afa4-5bf69f3e0262", sha256 }
      const predicate = toJsonText({ samples: { count, root: sha256 } })
      const statement = signEnvelope(
        key,
        inTotoType,
        formatStatement(subject, predicateTypes.root, predicate),
      )
      const hashes = Array.from({ length: 27 }, () => new Uint8Array(32).fill(255))
      const text = JSON.stringify(makeProof(statement, sha256, { count, index: count - 1, hashes }))
      assert.isAtMost(text.length, 2048)
      assert.isAbove(text.length, 1500)
    }).pipe(Effect.provide(services())),
  )

  it.effect("is refused with any byte changed, for another line, and with another key", () =>
    Effect.gen(function* () {
      const { file, keys, samples, service } = yield* prepareRelease
      const [first] = samples
      const { line, proof } = yield* service.prove(ref, "v1", first?.id ?? SampleId.make(""))
      const text = JSON.stringify(proof)
      const bytes = file.subarray(line.offset, line.offset + line.length)
      fc.assert(
        fc.property(byte, ([at, bits]) => {
          assert.isTrue(Either.isLeft(verifyProof(flipByte(text, at % text.length, bits), keys, bytes)))
        }),
        { numRuns: 500 },
      )
      fc.assert(
        fc.property(byte, ([at, bits]) => {
          const other = Uint8Array.from(bytes)
          other[at % bytes.length] = (other[at % bytes.length] ?? 0) ^ bits
          assert.deepStrictEqual(
            verifyProof(text, keys, other),
            Either.left("The proof is about another line: the SHA-256 of this one is different."),
          )
        }),
      )
      assert.isTrue(Either.isLeft(verifyProof(text, [], bytes)))
      assert.isTrue(Either.isLeft(verifyProof(text.slice(0, -1), keys, bytes)))
    }).pipe(Effect.provide(services())),
  )

  it.effect("is not made for a sample that the release does not have", () =>
    Effect.gen(function* () {
      const { service } = yield* prepareRelease
      const error = yield* Effect.flip(
        service.prove(ref, "v1", SampleId.make("01900000-0000-7000-8000-0000000000ff")),
      )
      assert.deepInclude(error, { _tag: "NotFound", resource: "sample" })
    }).pipe(Effect.provide(services())),
  )
})
