/** Attempts to restore: how they end, and what they leave to others. */
import { Conflict, InvalidInput, NotFound } from "@annotary/core"
import {
  ArchiveStore,
  AssetId,
  type DatasetId,
  type JobKind,
  JobStore,
  Transaction,
} from "@annotary/core/effect"
import { type TestEngine, testEngine } from "@annotary/core/testing"
import { addArchivableDataset, collectFiles, readRoot, toParts } from "@annotary/test-support/storage"
import { Context, Effect, Layer, Option } from "effect"
import { assert, describe, it } from "vitest"
import { makeLayer } from "../../src/memory/layer.ts"

/** An archive of a dataset with everything. */
const archived = async () => {
  await using source = await testEngine({ worker: false })
  const { ref, urls } = await addArchivableDataset(source.engine)
  const copy = await source.seed.dataset({ name: "copy" })
  await source.engine.samples.create(copy.ref, { name: "a", attributes: `{"url":"${urls.image}"}` })
  const { archives } = source.engine
  return {
    id: ref.id,
    url: urls.image,
    files: await collectFiles(archives.read(ref)),
    /** Another dataset with the same image. */
    other: await collectFiles(archives.read(copy.ref)),
  }
}

/** The datasets whose jobs of that kind wait. */
const waiting = async (target: TestEngine, kind: JobKind): Promise<ReadonlyArray<DatasetId>> => {
  const lease = Effect.flatMap(JobStore, (store) =>
    store.lease({ kinds: [kind], leaseSeconds: 60, token: "a worker" }),
  )
  const leased = Option.getOrNull(await target.engine.runtime.runPromise(lease))
  return leased === null ? [] : [leased.job.datasetId, ...(await waiting(target, kind))]
}

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => assert.fail("it must fail"),
    (error: unknown) => error,
  )

describe("an attempt to restore", () => {
  it("leaves the jobs of other datasets to their workers when it fails", async () => {
    const { files } = await archived()
    await using target = await testEngine({ worker: false })
    const { ref } = await target.seed.dataset({ name: "deleted" })
    const { record } = await target.engine.datasets.get(ref)
    await target.engine.datasets.remove(ref)
    const error = await failure(target.engine.archives.restore(toParts(files.slice(0, -1))))
    assert.instanceOf(error, InvalidInput)
    assert.deepStrictEqual(await waiting(target, "purge"), [record.dataset.id])
  })

  it("ends at once when it is interrupted, and the next one removes what it has left", async () => {
    const { files, id } = await archived()
    for (const next of ["a worker", "a restore"]) {
      await using target = await testEngine({ worker: false })
      const stopped = new AbortController()
      const endless = async function* () {
        yield* toParts(files.slice(0, 8))
        stopped.abort()
        await new Promise(() => undefined)
      }
      await failure(target.engine.archives.restore(endless(), {}, { signal: stopped.signal }))
      if (next === "a worker") assert.deepStrictEqual(await waiting(target, "purge"), [id])
      else {
        const { content } = await target.engine.archives.restore(toParts(files))
        assert.strictEqual(content, readRoot(files))
      }
    }
  })

  it("succeeds when its commit takes longer than the lease of its job", async () => {
    const { files } = await archived()
    await using target = await testEngine({ worker: false, storage: slowToPublish })
    let ended: string | null = null
    void target.engine.archives.restore(toParts(files)).then(
      ({ content }) => (ended = content),
      (error: unknown) => (ended = error instanceof Conflict ? error.code : String(error)),
    )
    while (ended === null) await target.clock.advance("1 minute")
    assert.strictEqual(ended, readRoot(files))
  })
})

describe("assets that a restore adds", () => {
  const imageIn = async (target: TestEngine, url: string) => {
    const [, id = "", token = ""] = /assets\/([^/]+)\/(.+)$/.exec(url) ?? []
    return target.engine.assets.open(AssetId.make(id), token)
  }

  it("are restored by the next attempt after more than three days", async () => {
    const { files } = await archived()
    await using target = await testEngine({ worker: false })
    await failure(target.engine.archives.restore(toParts(files.slice(0, -1))))
    await target.clock.advance("73 hours")
    const { content } = await target.engine.archives.restore(toParts(files))
    assert.strictEqual(content, readRoot(files))
  })

  it("are not readable when their dataset is not published", async () => {
    const { files, url } = await archived()
    await using target = await testEngine({ worker: false })
    target.faults.failNext("ArchiveStore.publish")
    await failure(target.engine.archives.restore(toParts(files)))
    assert.instanceOf(await failure(imageIn(target, url)), NotFound)
    await target.engine.archives.restore(toParts(files))
    assert.strictEqual((await imageIn(target, url)).size, "image a".length)
  })

  it("may be added by another restore meanwhile", async () => {
    const { files, other } = await archived()
    await using target = await testEngine({ worker: false })
    const meanwhile = async function* () {
      for await (const part of toParts(other)) {
        if (!(part instanceof Uint8Array) && part.name === "end.json")
          await target.engine.archives.restore(toParts(files))
        yield part
      }
    }
    const { content } = await target.engine.archives.restore(meanwhile())
    assert.strictEqual(content, readRoot(other))
  })
})

/** The transaction that publishes a dataset is committed long before its caller hears of it. */
const slowToPublish = Layer.map(makeLayer(), (ports) => {
  const archives = Context.get(ports, ArchiveStore)
  const transaction = Context.get(ports, Transaction)
  let published = false
  const publish: typeof archives.publish = (dataset) =>
    Effect.tap(archives.publish(dataset), () => {
      published = true
    })
  const run: typeof transaction.run = (effect) =>
    Effect.flatMap(transaction.inside, (nested) =>
      Effect.tap(transaction.run(effect), () =>
        published && !nested ? Effect.sleep("10 minutes") : Effect.void,
      ),
    )
  return ports.pipe(
    Context.add(ArchiveStore, { ...archives, publish }),
    Context.add(Transaction, { ...transaction, run }),
  )
})
