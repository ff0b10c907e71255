/** An archive restores a dataset digit for digit; what cannot be restored whole leaves nothing. */
import { AlreadyExists, Conflict, InvalidInput, NotFound, PermissionDenied } from "@annotary/core"
import {
  AssetId,
  AssetStore,
  BlobStore,
  DatasetId,
  DatasetName,
  DatasetStore,
  Username,
  UserStore,
} from "@annotary/core/effect"
import { type Faults, type TestEngine, testEngine } from "@annotary/core/testing"
import {
  type ArchivedFile,
  addArchivableDataset,
  collectFiles,
  listStableFiles,
  readRoot,
  readText,
  toParts,
} from "@annotary/test-support/storage"
import { Effect, Option, Stream } from "effect"
import { assert, describe, it } from "vitest"

const anEngine = () => testEngine({ worker: false })

/** An archive of a dataset with everything. */
const archived = async () => {
  await using source = await anEngine()
  const made = await addArchivableDataset(source.engine)
  const files = await collectFiles(source.engine.archives.read(made.ref))
  return { ...made, files }
}

const restore = ({ engine }: TestEngine, files: ReadonlyArray<ArchivedFile>, input = {}) =>
  engine.archives.restore(toParts(files), input)

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => assert.fail("it must fail"),
    (error: unknown) => error,
  )

describe("Archives.read", () => {
  it("begins with its head and ends with its sums, and has files in a fixed order", async () => {
    const { dataset, files } = await archived()
    const names = files.map(([name]) => name)
    assert.strictEqual(names[0], "archive.json")
    assert.strictEqual(names.at(-1), "end.json")
    const head = JSON.parse(readText(files, "archive.json"))
    assert.deepInclude(head, { format: "annotary-archive", version: 11 })
    assert.deepStrictEqual(head.dataset, { owner: "Acme", name: "streets", id: dataset.id })
    assert.deepStrictEqual(
      names.filter((name) => name.startsWith("files/")).map((name) => name.split("/")[1]),
      ["assets", "assets", "assets", "releases"],
    )
    assert.include(names, "records/label-versions/000001.jsonl")
  })

  it("has the assets whose URLs with the right token are in its records or releases, and no others", async () => {
    const { files, urls } = await archived()
    const assets = readText(files, "records/assets/000001.jsonl")
    for (const url of [urls.image, urls.escaped, urls.released])
      assert.include(assets, url.split("/").at(-2) ?? "")
    assert.notInclude(assets, urls.unused.split("/").at(-2) ?? "")
    assert.notInclude(assets, "token")
  })

  it("is the same twice, and has no e-mail addresses and no secrets", async () => {
    await using source = await anEngine()
    const { ref } = await addArchivableDataset(source.engine)
    await source.engine.users.change("ann", { email: "ann@example.com" })
    const one = await collectFiles(source.engine.archives.read(ref))
    const two = await collectFiles(source.engine.archives.read(ref))
    assert.deepStrictEqual(listStableFiles(one), listStableFiles(two))
    assert.strictEqual(readRoot(one), readRoot(two))
    assert.isFalse(one.some(([, bytes]) => Buffer.from(bytes).includes("ann@example.com")))
  })

  it("is for admins of the dataset alone", async () => {
    await using source = await anEngine()
    const { ref } = await addArchivableDataset(source.engine)
    assert.instanceOf(
      await failure(collectFiles(source.engine.as("Bob").archives.read(ref))),
      PermissionDenied,
    )
    assert.isAbove((await collectFiles(source.engine.as("ann").archives.read(ref))).length, 10)
    await source.seed.person("eve")
    assert.instanceOf(await failure(collectFiles(source.engine.as("eve").archives.read(ref))), NotFound)
  })
})

describe("Archives.restore", () => {
  it("restores everything: another archive has the same files and the same root", async () => {
    const { dataset, file, files, one, ref, release, truth, urls } = await archived()
    await using target = await anEngine()
    const restored = await restore(target, files)
    assert.strictEqual(restored.content, readRoot(files))
    assert.deepStrictEqual(restored.dataset, dataset)
    assert.sameMembers([...restored.createdAccounts].map(String), ["Acme", "Bob", "ann"])
    const again = await collectFiles(target.engine.archives.read(ref))
    assert.deepStrictEqual(listStableFiles(again), listStableFiles(files))
    assert.strictEqual(readRoot(again), readRoot(files))
    const { label } = await target.engine.labels.get(one.id, String(truth.name))
    assert.strictEqual(label.attributes, `{"n":1}`)
    const [, id = "", token = ""] = /assets\/([^/]+)\/(.+)$/.exec(urls.image) ?? []
    const image = await target.engine.assets.open(AssetId.make(id), token)
    assert.strictEqual(image.size, "image a".length)
    const found = await target.engine.releases.get(ref, "v1")
    assert.deepInclude(found, { id: release.id, sizeBytes: file.length, status: "SUCCEEDED" })
  })

  it("determines the type of an asset by its first bytes, whatever its record says", async () => {
    await using source = await anEngine()
    const { ref } = await source.seed.dataset({ name: "drawings" })
    const { asset, url } = await source.engine.assets.create({ filename: "page.svg" })
    const svg = new TextEncoder().encode("<svg><script/></svg>")
    await source.engine.runtime.runPromise(
      Effect.gen(function* () {
        const [assets, blobs, at] = [yield* AssetStore, yield* BlobStore, asset.createdAt]
        yield* blobs.put(`assets/${asset.id}`, Stream.make(svg))
        yield* assets.takeUpload(asset.id, { token: "x", at, until: asset.uploadExpiresAt })
        const file = { contentType: "image/svg+xml", sizeBytes: svg.length, at }
        assert.isTrue(yield* assets.setUploaded(asset.id, "x", file))
      }),
    )
    await source.engine.samples.create(ref, { name: "a", attributes: `{"url":"${url}"}` })
    const files = await collectFiles(source.engine.archives.read(ref))
    assert.include(readText(files, "records/assets/000001.jsonl"), "image/svg+xml")
    await using target = await anEngine()
    await restore(target, files)
    const file = await target.engine.assets.open(asset.id, url.slice(url.lastIndexOf("/") + 1))
    assert.deepInclude(file, { contentType: "application/octet-stream", inline: false, size: svg.length })
  })

  it("counts samples, and lets people work on them", async () => {
    const { files, ref } = await archived()
    await using target = await anEngine()
    await target.seed.person("Bob")
    await restore(target, files)
    const counts = await target.engine.runtime.runPromise(
      Effect.flatMap(DatasetStore, (store) => store.details([ref.id])),
    )
    assert.deepStrictEqual(counts.get(ref.id)?.counts, { samples: 6, byStatus: { LABELED: 1 } })
    const claims = []
    for await (const claim of await target.engine.as("Bob").queue.claim(ref, "reviewing")) claims.push(claim)
    assert.lengthOf(claims, 1)
  })

  it("creates unknown accounts disabled, and keeps those that exist with their spelling", async () => {
    const { files, ref } = await archived()
    await using target = await anEngine()
    await target.seed.person("BOB")
    const { createdAccounts } = await restore(target, files)
    assert.sameMembers([...createdAccounts].map(String), ["Acme", "ann"])
    const people = await target.engine.collaborators.list(ref)
    assert.sameMembers(
      people.map(({ user }) => String(user.username)),
      ["BOB", "ann"],
    )
    const ann = await target.engine.runtime.runPromise(
      Effect.flatMap(UserStore, (users) => users.byName("ann")),
    )
    assert.isNotNull(Option.getOrThrow(ann).disabledAt)
  })

  it("restores under another owner and name", async () => {
    const { files, ref } = await archived()
    await using target = await anEngine()
    await target.seed.person("zoe")
    const { dataset } = await restore(target, files, { owner: "Zoe", name: "roads" })
    assert.deepInclude(dataset, { owner: Username.make("zoe"), name: DatasetName.make("roads") })
    const view = await target.engine.datasets.get({ _tag: "Name", owner: "zoe", name: "roads" })
    assert.strictEqual(view.record.dataset.id, ref.id)
    assert.instanceOf(await failure(restore(target, files, { owner: "nobody" })), NotFound)
    assert.instanceOf(await failure(restore(target, files, { name: "a/b" })), InvalidInput)
  })

  it("refuses a dataset that exists, a name that is taken, and callers that are no site admins", async () => {
    const { files } = await archived()
    await using target = await anEngine()
    await restore(target, files)
    const exists = await failure(restore(target, files, { name: "other" }))
    assert.instanceOf(exists, Conflict)
    assert.strictEqual((exists as Conflict).code, "dataset_exists")
    assert.instanceOf(await failure(restore(target, files)), AlreadyExists)
    await target.seed.person("bea")
    const denied = failure(target.engine.as("bea").archives.restore(toParts(files)))
    assert.instanceOf(await denied, PermissionDenied)
  })

  it("reports the dataset once, when it is complete", async () => {
    const { dataset, files } = await archived()
    await using target = await anEngine()
    await restore(target, files)
    const events = await target.events()
    assert.deepStrictEqual(
      events.map(({ datasetId, type }) => [type, datasetId]),
      [["dataset.created", dataset.id]],
    )
    const audit = await target.engine.audit.ofDataset(
      { _tag: "Id", id: dataset.id },
      { before: null, limit: 9 },
    )
    assert.strictEqual(audit[0]?.action, "dataset.restored")
  })

  it("restores an empty dataset", async () => {
    await using source = await anEngine()
    const { ref } = await source.seed.dataset({ name: "empty" })
    const files = await collectFiles(source.engine.archives.read(ref))
    await using target = await anEngine()
    const { content } = await restore(target, files)
    assert.strictEqual(content, readRoot(await collectFiles(target.engine.archives.read(ref))))
  })
})

/** Nothing of the dataset is visible or left, and its id can be restored. */
const nothingThere = async (target: TestEngine, files: ReadonlyArray<ArchivedFile>, id: string) => {
  const { engine } = target
  const ref = { _tag: "Id", id: DatasetId.make(id) } as const
  assert.instanceOf(await failure(engine.datasets.get(ref)), NotFound)
  assert.deepStrictEqual(await engine.runtime.runPromise(allDatasets), [])
  const { content } = await restore(target, files)
  assert.strictEqual(content, readRoot(files))
}

const allDatasets = Effect.flatMap(DatasetStore, (store) =>
  store.listOwned({ owner: Username.make("Acme"), viewer: null, offset: 0, limit: 9 }),
)

describe("a restore that fails", () => {
  const writes: ReadonlyArray<Parameters<Faults["failNext"]>[0]> = [
    "ArchiveStore.begin",
    "ArchiveStore.write",
    "ArchiveStore.publish",
    "AssetStore.insert",
    "AssetStore.setUploaded",
    "BlobStore.put",
    "JobStore.insert",
    "JobStore.finish",
    "UserStore.insert",
    "ClaimStore.place",
    "Outbox.append",
    "AuditStore.append",
  ]
  it.each(writes)("leaves nothing when %s fails, and succeeds the next time", async (method) => {
    const { dataset, files } = await archived()
    await using target = await anEngine()
    target.faults.failNext(method)
    await failure(restore(target, files))
    assert.deepStrictEqual(target.faults.pending(), [])
    await nothingThere(target, files, dataset.id)
  })

  it("leaves nothing when the source fails, wherever that is", async () => {
    const { dataset, files } = await archived()
    for (let count = 0; count < files.length; count += 3) {
      await using target = await anEngine()
      const broken = async function* () {
        yield* toParts(files.slice(0, count))
        throw new RangeError("the disk is gone")
      }
      assert.instanceOf(await failure(target.engine.archives.restore(broken())), RangeError)
      await nothingThere(target, files, dataset.id)
    }
  })

  it("is purged after its process died, by the next restore", async () => {
    const { dataset, files } = await archived()
    await using target = await anEngine()
    const died = new AbortController()
    const endless = async function* () {
      yield* toParts(files.slice(0, 8))
      died.abort()
      await new Promise(() => undefined)
    }
    target.faults.failNext("JobStore.finish")
    await failure(target.engine.archives.restore(endless(), {}, { signal: died.signal }))
    const busy = await failure(restore(target, files))
    assert.strictEqual((busy as Conflict).code, "dataset_busy")
    await target.clock.advance("2 minutes")
    await nothingThere(target, files, dataset.id)
  })
})
