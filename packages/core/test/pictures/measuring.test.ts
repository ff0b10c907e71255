/** Pictures are measured in the background: once, and nobody waits for them. */
import { assert, describe, it, vi } from "vitest"
import { makeMeasuringEngine, ref } from "./measuringEngine.ts"

const url = (name: string) => `https://images.example/${name}.png`

/** Widths are the numbers of the calls of `measure`. Pictures that are called "none" have no size. */
const makeWorld = async () => {
  const calls: Array<ReadonlyArray<string>> = []
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const { ann, engine } = await makeMeasuringEngine(async ({ urls }) => {
    calls.push(urls)
    await gate
    return urls.map((each) =>
      each.includes("none") ? null : { width: calls.length, height: 9, orientation: 1 },
    )
  })
  type Sample = Awaited<ReturnType<typeof ann.samples.create>>["sample"]
  const read = async ({ id }: Sample) =>
    (await ann.samples.get(id, { pictureSizes: true })).context.pictureSizes?.map(({ pointer, width }) => [
      pointer,
      width,
    ])
  return { engine, ann, calls, release, read }
}

const frames = (...images: ReadonlyArray<object>) => ({ frames: images.map((image) => ({ image })) })

describe("the pictures of a new sample", () => {
  it("are measured while nobody waits, without those whose size is stated", async () => {
    const { ann, calls, engine, read, release } = await makeWorld()
    await using _ = engine
    const attributes = frames({ url: url("a") }, { url: url("b"), width: 3, height: 4 }, { url: url("a") })
    const { sample } = await ann.samples.create(ref, { name: "one", attributes })
    await vi.waitUntil(() => calls.length > 0, { timeout: 5000 })
    assert.isUndefined(await read(sample))
    assert.deepEqual(calls, [[url("a")]])
    release()
    const sizes = await vi.waitUntil(() => read(sample), { timeout: 5000 })
    assert.deepEqual(sizes, [
      ["/frames/0/image", 1],
      ["/frames/2/image", 1],
    ])
  })

  it("are not measured again when their places change, and only new ones are when one is replaced", async () => {
    const { ann, calls, engine, read, release } = await makeWorld()
    await using _ = engine
    release()
    const { sample } = await ann.samples.create(ref, {
      name: "one",
      attributes: frames({ url: url("a") }, { url: url("b") }),
    })
    await vi.waitUntil(() => read(sample), { timeout: 5000 })
    await ann.samples.update(sample.id, { attributes: frames({ url: url("b") }) })
    assert.deepEqual(await vi.waitUntil(() => read(sample), { timeout: 5000 }), [["/frames/0/image", 1]])
    assert.lengthOf(calls, 1)
    await ann.samples.update(sample.id, { attributes: frames({ url: url("c") }, { url: url("b") }) })
    assert.deepEqual(await vi.waitUntil(() => read(sample), { timeout: 5000 }), [
      ["/frames/0/image", 2],
      ["/frames/1/image", 1],
    ])
    assert.deepEqual(calls[1], [url("c")])
  })

  it("are not tried again with each reading when they cannot be measured", async () => {
    const { ann, calls, engine, read, release } = await makeWorld()
    await using _ = engine
    release()
    const { sample } = await ann.samples.create(ref, {
      name: "one",
      attributes: frames({ url: url("none") }),
    })
    await vi.waitUntil(() => calls.length > 0, { timeout: 5000 })
    for (let reading = 0; reading < 3; reading++) assert.isUndefined(await read(sample))
    await ann.samples.create(ref, { name: "two", attributes: frames({ url: url("b") }) })
    await vi.waitUntil(() => calls.length > 1, { timeout: 5000 })
    assert.deepEqual(calls, [[url("none")], [url("b")]])
  })
})
