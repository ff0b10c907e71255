/** When pictures are measured again, and when nothing is done for them. */
import { memory } from "@annotary/core/memory"
import { testEngine } from "@annotary/core/testing"
import { Effect, Layer } from "effect"
import { assert, describe, it } from "vitest"
import type { SampleId } from "../../src/domain/Ids.ts"
import type { Formats } from "../../src/files/FormatRegistry.ts"
import { SampleStore } from "../../src/reading/SampleStore.ts"

const ref = { _tag: "Name", owner: "ann", name: "cars" } as const
const host = "https://images.example"

/** A storage that counts the readings of samples. */
const countedStorage = () => {
  const count = { portions: 0 }
  const counted = Layer.effect(
    SampleStore,
    Effect.map(SampleStore, (store) =>
      SampleStore.of({
        ...store,
        portion: (...input) =>
          Effect.suspend(() => {
            count.portions += 1
            return store.portion(...input)
          }),
      }),
    ),
  )
  return { count, storage: counted.pipe(Layer.provideMerge(memory())) }
}

/** An engine that measures pictures of one host, except those that are unreadable. */
const makeWorld = async () => {
  const unreadable = new Set<string>()
  const calls: Array<ReadonlyArray<string>> = []
  const formats: Formats = {
    list: async () => [],
    write: () => Promise.reject(new Error("Nothing is written.")),
    read: () => Promise.reject(new Error("Nothing is read.")),
    measure: async ({ urls }) => {
      calls.push(urls)
      if (unreadable.has("all")) throw new Error("The task has ended.")
      return urls.map((url) => (unreadable.has(url) ? null : { width: 6, height: 9, orientation: 1 }))
    },
  }
  const { count, storage } = countedStorage()
  const test = await testEngine({
    storage,
    formats,
    worker: false,
    remoteFiles: {
      opensUrls: true,
      mayOpenUrl: (url) => url.startsWith(host),
      openObject: () => Effect.succeed(null),
      openUrl: () => Effect.succeed(null),
    },
  })
  await test.engine.users.create({ username: "ann" })
  const ann = test.engine.as("ann")
  const taskType = "image-segmentation-sequence"
  await ann.datasets.create({ owner: "ann", name: "cars", category: "other", taskType })
  const create = async (...images: ReadonlyArray<object>) =>
    (await ann.samples.create(ref, { name: "one", attributes: toFrames(images) })).sample.id
  const read = async (id: SampleId) => {
    const { context } = await ann.samples.get(id, { pictureSizes: true })
    await test.clock.advance("4 seconds")
    return context.pictureSizes?.map(({ pointer }) => pointer)
  }
  return { test, ann, calls, count, create, read, unreadable }
}

const toFrames = (images: ReadonlyArray<object>) => ({ frames: images.map((image) => ({ image })) })
const image = (name: string) => ({ url: `${host}/${name}.png` })

describe("pictures that could not be measured", () => {
  it("are measured when the sample is read ten minutes later, also some of a sequence", async () => {
    const { calls, create, read, test, unreadable } = await makeWorld()
    await using _ = test
    unreadable.add(image("b").url)
    const id = await create(image("a"), image("b"))
    await test.clock.advance("4 seconds")
    assert.deepEqual(await read(id), ["/frames/0/image"])
    unreadable.clear()
    assert.deepEqual(await read(id), ["/frames/0/image"])
    assert.lengthOf(calls, 1)
    await test.clock.advance("10 minutes")
    await read(id)
    assert.deepEqual(await read(id), ["/frames/0/image", "/frames/1/image"])
    assert.deepEqual(calls, [[image("a").url, image("b").url], [image("b").url]])
  })

  it("are measured ten minutes after a task that ended, and not before", async () => {
    const { calls, create, read, test, unreadable } = await makeWorld()
    await using _ = test
    unreadable.add("all")
    const id = await create(image("a"))
    await test.clock.advance("4 seconds")
    unreadable.clear()
    await read(id)
    assert.isUndefined(await read(id))
    assert.lengthOf(calls, 1)
    await test.clock.advance("10 minutes")
    await read(id)
    assert.deepEqual(await read(id), ["/frames/0/image"])
  })

  it("are measured when a list has them without a size", async () => {
    const { ann, create, read, test, unreadable } = await makeWorld()
    await using _ = test
    unreadable.add(image("a").url)
    const id = await create(image("a"))
    await test.clock.advance("11 minutes")
    unreadable.clear()
    const { rows } = await ann.samples.list(ref, { pictureSizes: true })
    for await (const { pictureSizes } of rows) assert.isUndefined(pictureSizes)
    await test.clock.advance("4 seconds")
    assert.deepEqual(await read(id), ["/frames/0/image"])
  })
})

describe("reading a sample", () => {
  it("does no work in the background when its pictures state their sizes or may not be opened", async () => {
    const { calls, count, create, read, test } = await makeWorld()
    await using _ = test
    const id = await create({ ...image("a"), width: 3, height: 4 }, { url: "https://other.example/b.png" })
    await test.clock.advance("2 minutes")
    const before = count.portions
    for (let reading = 0; reading < 3; reading++) await read(id)
    await test.clock.advance("11 minutes")
    await read(id)
    assert.strictEqual(count.portions, before)
    assert.deepEqual(calls, [])
  })
})

describe("a sample of a transaction", () => {
  it("is measured after the commit, even when that takes seconds", async () => {
    const { read, test } = await makeWorld()
    await using _ = test
    const id = await test.engine.transaction(async (tx) => {
      const attributes = toFrames([image("a")])
      const { sample } = await tx.as("ann").samples.create(ref, { name: "one", attributes })
      await test.clock.advance("3 seconds")
      return sample.id
    })
    await test.clock.advance("1 minute")
    assert.deepEqual(await read(id), ["/frames/0/image"])
  })

  it("is measured with its new pictures after a change that commits later", async () => {
    const { calls, create, read, test } = await makeWorld()
    await using _ = test
    const id = await create(image("a"))
    await test.clock.advance("4 seconds")
    await test.engine.transaction(async (tx) => {
      await tx.as("ann").samples.update(id, { attributes: toFrames([image("b")]) })
      await test.clock.advance("3 seconds")
    })
    await test.clock.advance("1 minute")
    assert.deepEqual(await read(id), ["/frames/0/image"])
    assert.deepEqual(calls, [[image("a").url], [image("b").url]])
  })
})
