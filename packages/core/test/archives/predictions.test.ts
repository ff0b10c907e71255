/** Archives carry the answers of models: which version gave a label, which declined for which reason, and so the counts of each. */
import { ApiKeys, CurrentActor, castToJsonText, Predictions, Queue } from "@annotary/core/effect"
import { testEngine } from "@annotary/core/testing"
import { type ArchivedFile, collectFiles, readRoot, readText, toParts } from "@annotary/test-support/storage"
import { Chunk, Effect, type Redacted, Stream } from "effect"
import { assert, describe, it } from "vitest"
import { computeContentRoot } from "../../src/archives/contentRoot.ts"
import { computeSha256Bytes } from "../../src/domain/digest.ts"
import { makeMerkleRoot } from "../../src/releases/merkle.ts"

const ref = { _tag: "Name", owner: "acme", name: "cars" } as const
const section = "records/predictions/000001.jsonl"

type Engine = Awaited<ReturnType<typeof testEngine>>["engine"]

const makeDataset = async (engine: Engine) => {
  await engine.organizations.create({ username: "acme" })
  await engine.models.create("acme", { username: "detector" })
  await engine.models.addVersion("detector", { name: "v1" })
  await engine.datasets.create({
    owner: "acme",
    name: "cars",
    category: "other",
    taskType: "vector",
    settings: { enablePrelabeling: true },
  })
  await engine.collaborators.add(ref, { user: "detector" })
}

/** Answers two claims as the model with this key. */
const answerBoth = (secret: Redacted.Redacted<string>) =>
  Effect.gen(function* () {
    const [queue, predictions] = yield* Effect.all([Queue, Predictions])
    const claims = yield* Stream.runCollect(yield* queue.claim(ref, "prelabeling", { count: 2 }))
    const [first, second] = Chunk.toReadonlyArray(claims)
    if (first === undefined || second === undefined) return assert.fail("There are less than two claims.")
    const attributes = castToJsonText(`{"annotations":[]}`)
    yield* predictions.prelabel(first.claim.id, { modelVersion: "v1", attributes })
    yield* predictions.decline(second.claim.id, { modelVersion: "v1", reason: "too dark" })
  }).pipe(
    Effect.provideServiceEffect(
      CurrentActor,
      Effect.flatMap(ApiKeys, (keys) => keys.findActor(secret)),
    ),
  )

/** An archive of a dataset with one label of a model and one declined claim. */
const makeArchive = async () => {
  await using source = await testEngine({ worker: false })
  const { engine } = source
  await makeDataset(engine)
  for (const name of ["a", "b"]) await engine.samples.create(ref, { name })
  const { secret } = await engine.apiKeys.create({ user: "detector" })
  await engine.transaction(({ runPromise }) => runPromise(answerBoth(secret)))
  const files = await collectFiles(engine.archives.read(ref))
  return { files, counts: await engine.predictions.count(ref), list: await engine.predictions.list(ref) }
}

/** Rewrites the answers, with the right sums. */
const replaceRecords = (
  files: ReadonlyArray<ArchivedFile>,
  pattern: RegExp,
  replacement: string,
): ReadonlyArray<ArchivedFile> => {
  const text = readText(files, section).replace(pattern, replacement)
  const merkle = makeMerkleRoot()
  for (const line of text.trimEnd().split("\n")) merkle.add(computeSha256Bytes(line))
  const end = JSON.parse(readText(files, "end.json"))
  const sections = { ...end.sections, predictions: { records: merkle.count(), sha256: merkle.hex() } }
  const texts: Readonly<Record<string, string>> = {
    [section]: text,
    "end.json": JSON.stringify({ sections, content: computeContentRoot(sections) }),
  }
  return files.map(([name, bytes]) => [
    name,
    texts[name] === undefined ? bytes : new TextEncoder().encode(texts[name]),
  ])
}

const refuseRestore = async (files: ReadonlyArray<ArchivedFile>): Promise<string> => {
  await using target = await testEngine({ worker: false })
  await target.engine.organizations.create({ username: "acme" })
  return await target.engine.archives.restore(toParts(files), {}).then(
    () => assert.fail("The archive was restored."),
    (error: Error) => error.message,
  )
}

describe("the answers of a model", () => {
  it("come back with their versions, reasons and counts, without the requests and the first responses", async () => {
    const { counts, files, list } = await makeArchive()
    assert.match(readText(files, section), /"model":"detector","model_version":"v1".*"reason":"too dark"/)
    assert.notMatch(readText(files, section), /digest|answer/)
    await using target = await testEngine({ worker: false })
    const { engine } = target
    await engine.organizations.create({ username: "acme" })
    const { content } = await engine.archives.restore(toParts(files), {})
    assert.strictEqual(content, readRoot(files))
    assert.deepStrictEqual(await engine.predictions.count(ref), counts)
    assert.lengthOf(counts, 2)
    const withoutDigests = list.map((prediction) => ({ ...prediction, digest: null }))
    assert.deepStrictEqual(await engine.predictions.list(ref), withoutDigests)
    const again = await collectFiles(engine.archives.read(ref))
    assert.strictEqual(readText(again, section), readText(files, section))
  })

  it("get the spelling of the model's name on the server where they are restored", async () => {
    const { files } = await makeArchive()
    await using target = await testEngine({ worker: false })
    const { engine } = target
    await engine.organizations.create({ username: "acme" })
    await engine.models.create("acme", { username: "Detector" })
    await engine.archives.restore(toParts(files), {})
    assert.sameMembers(
      (await engine.predictions.list(ref)).map(({ model }) => model),
      ["Detector", "Detector"],
    )
  })

  it("are refused with a reason beside a label, or without a reason for no label", async () => {
    const { files } = await makeArchive()
    const refusals = [
      [/"outcome":"prelabeled","reason":null/, `"outcome":"prelabeled","reason":"too dark"`],
      [/"reason":"too dark"/, `"reason":null`],
      [/"label_version":"[^"]+"/, `"label_version":null`],
    ] as const
    for (const [pattern, replacement] of refusals)
      assert.match(
        await refuseRestore(replaceRecords(files, pattern, replacement)),
        /records\/predictions\/000001\.jsonl\/[12]\/outcome: must be prelabeled with a label version, or declined with a reason/,
      )
  })
})
