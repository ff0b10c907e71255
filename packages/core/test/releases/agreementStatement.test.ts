/** The signed statement of a release about overlap and agreement. */
import { type TestEngine, testEngine } from "@annotary/core/testing"
import { Effect, Stream } from "effect"
import { assert, describe, it } from "vitest"
import type { DatasetSettings } from "../../src/domain/DatasetSettings.ts"
import { toJsonText } from "../../src/domain/JsonText.ts"
import { generateSigningKey, readVerificationKey } from "../../src/kernel/ed25519.ts"
import { type AgreementPredicate, describeAgreement } from "../../src/releases/agreementStatement.ts"
import { inTotoType, signEnvelope } from "../../src/releases/dsse.ts"
import { formatStatement, predicateTypes } from "../../src/releases/statement.ts"
import { checkStatement } from "../../src/releases/statementProblems.ts"
import { verifyRelease } from "../../src/releases/verify.ts"
import { ref, release } from "../audits/world.ts"

const box = (id: number, category_id: number, x = 0) => ({
  id,
  category_id,
  type: "bbox",
  points: [
    [x, 0],
    [x + 10, 10],
  ],
})

const makeWorld = async (settings: Partial<DatasetSettings> = {}, samples = 4): Promise<TestEngine> => {
  const test = await testEngine()
  const { engine } = test
  for (const username of ["ann", "bob", "eve", "kim"]) await engine.users.create({ username })
  const ann = engine.as("ann")
  await ann.datasets.create({
    owner: "ann",
    name: "cars",
    category: "other",
    taskType: "vector",
    taskAttributes: {
      format_version: "0.1",
      categories: [
        { id: 1, name: "car" },
        { id: 2, name: "bus" },
      ],
    },
  })
  await ann.datasets.update(ref, {
    settings: { overlap: 2, overlapDecision: "merge", enableSkipLabeling: true, ...settings },
  })
  for (const user of ["bob", "eve"]) await ann.collaborators.add(ref, { user, role: "labeler" })
  await ann.collaborators.add(ref, { user: "kim", role: "reviewer" })
  for (let index = 0; index < samples; index++)
    await ann.samples.create(ref, {
      name: `frame ${index}`,
      attributes: { image: { url: `https://example.com/${index}.png` } },
    })
  return test
}

const collect = async <A>(rows: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for await (const row of rows) all.push(row)
  return all
}

/** The person submits a label of the next sample. */
const label = async ({ engine }: TestEngine, name: string, ...annotations: ReadonlyArray<object>) => {
  const { queue } = engine.as(name)
  const [claim] = await collect(await queue.claim(ref, "labeling"))
  await queue.perform(claim?.claim.id ?? assert.fail("no claim"), "submit", { attributes: { annotations } })
}

/** Bob and eve agree in two samples and differ in a third one. */
const labelThree = async (test: TestEngine) => {
  for (const name of ["bob", "eve"]) {
    await label(test, name, box(1, 1), box(2, 2, 50))
    await label(test, name, box(1, 2))
    await label(test, name, box(1, name === "bob" ? 1 : 2))
  }
}

/** The same, and one label of a fourth sample is in. */
const labelAll = async (test: TestEngine) => {
  await labelThree(test)
  await label(test, "bob", box(1, 1))
}

const readAgreement = async ({ engine }: TestEngine, name = "v1") => {
  const envelopes = await engine.as("ann").releaseStatements.list(ref, name)
  const parsed = envelopes.map(({ payload }) => JSON.parse(Buffer.from(payload, "base64").toString()))
  const index = parsed.findIndex(({ predicateType }) => predicateType === predicateTypes.agreement)
  return { envelope: envelopes[index], predicate: parsed[index]?.predicate as AgreementPredicate }
}

const readFacts = async ({ engine }: TestEngine, name = "v1") => {
  const { releases } = engine.as("ann")
  const url = new URL((await releases.signUrl(await releases.get(ref, name))) ?? "", "http://here")
  const { searchParams } = url
  const file = await releases.openFile(
    (await releases.get(ref, name)).id,
    searchParams.get("expires") ?? "",
    searchParams.get("token") ?? "",
  )
  const parts = await collect(file.stream())
  return Effect.runPromise(verifyRelease(Stream.fromIterable(parts)))
}

describe("the agreement statement of a release", () => {
  it("says how many people labeled the samples, how each was decided, and how far decided labels agree", async () => {
    await using test = await makeWorld()
    await labelAll(test)
    await release(test, "v1")
    const { predicate } = await readAgreement(test)
    assert.deepStrictEqual(predicate.overlap, {
      samples: 4,
      by_labels: [
        { labels: 1, samples: 1 },
        { labels: 2, samples: 3 },
      ],
      decided: { merged: 2, reviewer: 0, none: 2 },
    })
    assert.deepStrictEqual(predicate.agreement, {
      formula: 2,
      compared: 2,
      not_compared: 0,
      drawn: 2,
      seed: 1,
      agreement: { value: 1, limits: { lower: 1, upper: 1 } },
      alpha: { value: 1, limits: { lower: 1, upper: 1 } },
      observed_agreement: 1,
    })
    assert.deepStrictEqual(predicate.review, {
      rate: 1,
      accepted_without_reviewer: 2,
      statuses: { REVIEWED: 2 },
    })
    assert.notMatch(JSON.stringify(predicate), /ann|bob|eve|kim/)
  })

  it("has the figures of the dataset where all samples are decided, and those of its release later", async () => {
    await using test = await makeWorld({}, 3)
    await labelThree(test)
    const kim = test.engine.as("kim")
    const [claim] = await collect(await kim.queue.claim(ref, "reviewing"))
    await kim.queue.perform(claim?.claim.id ?? assert.fail("no claim"), "accept", { overlapLabel: "A" })
    await release(test, "v1")
    const { envelope, predicate } = await readAgreement(test)
    assert.deepStrictEqual(predicate.overlap.decided, { merged: 2, reviewer: 1, none: 0 })
    const figures = await test.engine.as("ann").agreementStatistics.figures(ref)
    assert.deepStrictEqual(predicate.agreement.agreement, figures.summary.agreement)
    assert.deepStrictEqual(predicate.agreement.alpha, figures.summary.pooledObjectAlpha)
    assert.strictEqual(predicate.agreement.observed_agreement, figures.summary.pooledObservedAgreement)
    assert.isBelow(predicate.agreement.agreement.value ?? 1, 1)
    await release(test, "v2")
    const again = await readAgreement(test, "v2")
    assert.deepStrictEqual(again.predicate.agreement, predicate.agreement)
    assert.deepStrictEqual((await readAgreement(test)).envelope, envelope)
  })

  it("shows gold samples as new samples of the dataset", async () => {
    await using test = await makeWorld({}, 1)
    const ann = test.engine.as("ann")
    const { sample } = await ann.samples.create(ref, {
      name: "gold",
      attributes: { image: { url: "https://example.com/gold.png" } },
    })
    await ann.goldSamples.set(sample.id, { attributes: { annotations: [box(1, 1)] } }, null)
    await release(test, "v1")
    assert.deepStrictEqual((await readAgreement(test)).predicate.overlap, {
      samples: 2,
      by_labels: [{ labels: 0, samples: 2 }],
      decided: { merged: 0, reviewer: 0, none: 2 },
    })
    await ann.datasets.update(ref, { settings: { overlap: 1 } })
    await release(test, "v2")
    assert.strictEqual((await readAgreement(test, "v2")).predicate.overlap.samples, 1)
  })

  it("states samples of one person, with the labels that were accepted without a reviewer", async () => {
    await using test = await makeWorld({ overlap: 1, reviewRate: 0 }, 2)
    await label(test, "bob", box(1, 1))
    await release(test, "v1")
    const { predicate } = await readAgreement(test)
    assert.deepStrictEqual(predicate.overlap.samples, 0)
    assert.deepStrictEqual(predicate.agreement.agreement, { value: null, limits: null })
    assert.deepStrictEqual(predicate.review, {
      rate: 0,
      accepted_without_reviewer: 1,
      statuses: { REVIEWED: 1 },
    })
    assert.strictEqual(describeAgreement(predicate), "none of 2 samples was labeled by several people")
  })
})

describe("an agreement statement that is verified", () => {
  /** The problems of the statement with another predicate, signed by a key that the verifier trusts. */
  const makeForge = async (test: TestEngine) => {
    await labelAll(test)
    await release(test, "v1")
    const facts = await readFacts(test)
    const { envelope, predicate } = await readAgreement(test)
    const { keys: jwks } = await test.engine.statementKeys.readKeySet()
    const key = generateSigningKey()
    const keys = [...jwks, key.publicKey].map(({ x }) => readVerificationKey(x))
    const check = (changed: object) => {
      const subject = { name: "ann/cars/v1", sha256: facts.sha256 }
      const text = formatStatement(subject, predicateTypes.agreement, toJsonText(changed))
      return checkStatement(JSON.stringify(signEnvelope(key, inTotoType, text)), keys, facts).problems
    }
    return { check, predicate, original: checkStatement(JSON.stringify(envelope), keys, facts) }
  }

  it("has no problems, and is described in a sentence", async () => {
    await using test = await makeWorld()
    const { check, original, predicate } = await makeForge(test)
    assert.deepStrictEqual(original.problems, [])
    assert.deepStrictEqual(check(predicate), [])
    assert.strictEqual(
      describeAgreement(predicate),
      "4 of 4 samples labeled by several people, by number of labels: 1 with 1, 3 with 2; 2 merged, 0 decided by a reviewer, 2 not decided; agreement 1.000 (95 % interval 1.000 to 1.000), α of objects 1.000 (95 % interval 1.000 to 1.000), of 2 decided samples (0 not compared)",
    )
  })

  it("is refused with numbers that the file refutes or that contradict one another", async () => {
    await using test = await makeWorld()
    const { check, predicate } = await makeForge(test)
    const { agreement, overlap, review, samples } = predicate
    const added = [
      "The numbers of labels and decisions do not add up to the samples that several people label.",
    ]
    const counted = ["The statement counts other ground-truth labels or reviews than the file has."]
    const figures = ["The figures of agreement contradict the numbers of samples, or one another."]
    const withAgreement = (change: object) => check({ ...predicate, agreement: { ...agreement, ...change } })
    const withOverlap = (change: object) => check({ ...predicate, overlap: { ...overlap, ...change } })
    const withReview = (change: object) => check({ ...predicate, review: { ...review, ...change } })
    assert.deepStrictEqual(check({ ...predicate, samples: { ...samples, count: 5 } }), [
      "The statement speaks of 5 samples, the file has 4.",
    ])
    assert.deepStrictEqual(check({ ...predicate, samples: { ...samples, root: "00".repeat(32) } }), [
      "The statement has another Merkle root than the file.",
    ])
    assert.deepStrictEqual(withOverlap({ samples: 3 }), added)
    assert.deepStrictEqual(
      withOverlap({
        by_labels: [
          { labels: 2, samples: 4 },
          { labels: 1, samples: 0 },
        ],
      }),
      added,
    )
    assert.deepStrictEqual(withOverlap({ decided: { merged: 2, reviewer: 0, none: 3 } }), added)
    assert.deepStrictEqual(withOverlap({ decided: { merged: 3, reviewer: 0, none: 1 } }), [
      "The statement counts more decisions than the file has decided labels.",
      ...figures,
    ])
    assert.deepStrictEqual(withReview({ accepted_without_reviewer: 1 }), counted)
    assert.deepStrictEqual(withReview({ statuses: { REVIEWED: 1, VERIFIED: 1 } }), counted)
    assert.deepStrictEqual(withAgreement({ compared: 1 }), figures)
    assert.deepStrictEqual(withAgreement({ drawn: 3 }), figures)
    assert.deepStrictEqual(withAgreement({ agreement: { value: 1.2, limits: null } }), figures)
    assert.deepStrictEqual(
      withAgreement({ agreement: { value: 0.5, limits: { lower: 0.6, upper: 0.5 } } }),
      figures,
    )
    assert.deepStrictEqual(withAgreement({ agreement: { value: null, limits: null } }), figures)
    assert.deepStrictEqual(withAgreement({ observed_agreement: 2 }), figures)
    assert.deepStrictEqual(check({ ...predicate, best: true }), [
      "The agreement statement does not have the fields of its type.",
    ])
  })

  it("is refused with any byte changed", async () => {
    await using test = await makeWorld()
    await labelAll(test)
    await release(test, "v1")
    const [facts, { envelope }] = [await readFacts(test), await readAgreement(test)]
    const { keys: jwks } = await test.engine.statementKeys.readKeySet()
    const keys = jwks.map(({ x }) => readVerificationKey(x))
    const text = JSON.stringify(envelope)
    for (let at = 0; at < text.length; at += 7) {
      const changed = `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`
      assert.isNotEmpty(checkStatement(changed, keys, facts).problems)
    }
  })
})
