/** What a format carries comes back: written and read again, a dataset is what `carry` made of it. */
import fc from "fast-check"
import { assert } from "vitest"
import { type Carried, carry } from "../src/carry/carry.ts"
import { Losses } from "../src/carry/Losses.ts"
import type { Format, ReadContext, ReadDataset, WriteContext } from "../src/Format.ts"
import { defaultLimits } from "../src/files/limits.ts"
import { memorySource } from "../src/files/Source.ts"
import { memoryTarget } from "../src/files/Target.ts"
import { collectNames } from "../src/importing/named.ts"
import { findKind, isSequence } from "../src/model/Dataset.ts"
import type { Annotation, Frame, Scene } from "../src/model/Scene.ts"
import { type Made, made } from "./arbitraries.ts"
import { countRuns } from "./countRuns.ts"
import { assertDetected } from "./detected.ts"
import { placedImages, sizeAmong } from "./images.ts"

export async function* each<A>(items: ReadonlyArray<A>): AsyncGenerator<A> {
  yield* items
}

export const collected = async <A>(items: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const found: Array<A> = []
  for await (const item of items) found.push(item)
  return found
}

/** What happens to images: by default they stay where they are. */
export type WriteOptions = Partial<Pick<WriteContext, "sizeOf" | "place">>

/** Writes into memory. */
export const written = async (format: Format, { dataset, scenes }: Made, options: WriteOptions = {}) => {
  if (format.write === undefined) throw new Error(`${format.name} has no writer.`)
  const losses = new Losses()
  const target = memoryTarget()
  const carried = carry(dataset, each(scenes), format.abilities, losses)
  const context: WriteContext = {
    dataset: carried.dataset,
    target,
    losses,
    limits: defaultLimits,
    sizeOf: async (image) => image.size,
    place: async ({ url }) => url ?? "",
    ...options,
  }
  await format.write(carried.scenes, context)
  return { files: target.files, losses, dataset: carried.dataset }
}

export const readBack = async (
  format: Format,
  files: ReadonlyMap<string, Uint8Array>,
  sizeOf: ReadContext["sizeOf"] = async () => null,
): Promise<ReadDataset & { readonly losses: Losses }> => {
  if (format.reader === undefined) throw new Error(`${format.name} has no reader.`)
  const source = memorySource(files)
  assert.isDefined(await format.reader.detect(source), "its own files are recognised")
  const losses = new Losses()
  const found = await format.reader.read(source, { limits: source.limits, losses, sizeOf })
  await assertDetected(format, source)
  return { ...found, losses }
}

const carriedBy = (format: Format, { dataset, scenes }: Made): Carried =>
  carry(dataset, each(scenes), format.abilities, new Losses())

/** Scenes by name, with what they mean: bitmaps loaded, boxes by their smaller corner first, categories by name. */
const meaning = async (dataset: Carried["dataset"], scenes: AsyncIterable<Scene>) => {
  const names = new Map(dataset.categories.map(({ id, name }) => [id, name]))
  const annotation = ({ categoryId, ...rest }: Annotation) => ({ ...rest, category: names.get(categoryId) })
  const frame = async ({ bitmap, ...rest }: Frame) => ({
    ...rest,
    annotations: rest.annotations.map(annotation),
    bitmap: bitmap === null ? null : await bitmap.load(),
  })
  const found = await namedAsImported(scenes)
  const read = await Promise.all(
    found.map(async (scene) => ({ ...scene, frames: await Promise.all(scene.frames.map(frame)) })),
  )
  return new Map(read.map((scene) => [scene.name, scene]))
}

/** The scenes with the names that an import gives them, which follow from their files. */
const namedAsImported = async (scenes: AsyncIterable<Scene>): Promise<ReadonlyArray<Scene>> => {
  const found = await collected(scenes)
  const naming = await collectNames(each(found))
  return found.map(({ file, set, ...scene }) => ({
    ...scene,
    name: naming.getSampleName({
      ...scene,
      ...(file !== undefined && { file }),
      ...(set !== undefined && { set }),
    }),
  }))
}

export interface RoundTrip {
  /** The largest difference of two numbers. */
  readonly tolerance?: number
  /** Fields that a reader cannot know, made equal before the comparison. */
  readonly ignore?: (scene: unknown) => unknown
  readonly runs?: number
  /** Whether images are beside the annotations; their paths are not compared then. */
  readonly images?: "placed"
}

/** Asserts the round trip for generated datasets of each kind that the format carries. */
export const assertRoundTrip = async (format: Format, options: RoundTrip = {}): Promise<void> => {
  for (const kind of format.abilities.kinds)
    for (const sequence of [false, true])
      await fc.assert(
        fc.asyncProperty(made(kind, sequence), (one) => assertReadBack(format, one, options)),
        { numRuns: countRuns(options.runs ?? 25) },
      )
}

export const assertReadBack = async (format: Format, one: Made, options: RoundTrip = {}): Promise<void> => {
  const expected = carriedBy(format, one)
  const wanted = await meaning(expected.dataset, expected.scenes)
  const images = placedImages()
  const writing = options.images === "placed" ? { place: images.place } : {}
  const { dataset, files, losses } = await written(format, one, writing)
  const again = await written(format, one, writing)
  assert.deepStrictEqual([...again.files.keys()], [...files.keys()], "the same data give the same files")
  for (const [path, content] of files)
    assert.isTrue(
      Buffer.from(content).equals(again.files.get(path) ?? new Uint8Array()),
      `${path} has the same bytes`,
    )
  const read = await readBack(format, new Map([...files, ...images.files]), sizeAmong(images.files))
  const found = await meaning(read.dataset, read.scenes)
  assert.isTrue(read.losses.isEmpty, read.losses.table())
  const { ignore = (scene: unknown) => scene, tolerance = 1e-9 } = options
  const compared = (scene: Meaning | undefined) =>
    ignore(options.images === "placed" && scene !== undefined ? withoutUrls(scene) : scene)
  for (const [name, scene] of wanted) assertClose(compared(found.get(name)), compared(scene), tolerance, name)
  assert.deepStrictEqual([...found.keys()].sort(), [...wanted.keys()].sort(), losses.table())
  const kind = findKind(read.dataset.taskType)
  assert.isTrue(kind === undefined || format.abilities.kinds.includes(kind))
  if (wanted.size > 0)
    assert.strictEqual(isSequence(read.dataset.taskType), [...wanted.values()][0]?.isSequence)
  if (format.abilities.categoryIds)
    assert.deepStrictEqual(
      read.dataset.categories.map(({ id, name }) => [id, name]),
      dataset.categories.map(({ id, name }) => [id, name]),
    )
}

type Meaning = Awaited<ReturnType<typeof meaning>> extends Map<string, infer One> ? One : never

const withoutUrls = (scene: Meaning) => ({
  ...scene,
  frames: scene.frames.map((frame) => ({ ...frame, image: frame.image && { size: frame.image.size } })),
})

/** Equal, apart from numbers that differ by no more than the tolerance. */
export const assertClose = (found: unknown, wanted: unknown, tolerance: number, place: string): void => {
  if (typeof found === "number" && typeof wanted === "number") {
    if (!(Math.abs(found - wanted) <= tolerance)) assert.strictEqual(found, wanted, place)
    return
  }
  if (ArrayBuffer.isView(found) && ArrayBuffer.isView(wanted)) {
    // Pixels are compared as bytes: an assertion on elements takes long.
    const bytesOf = ({ buffer, byteLength, byteOffset }: ArrayBufferView) =>
      Buffer.from(buffer, byteOffset, byteLength)
    if (!bytesOf(found).equals(bytesOf(wanted))) assert.deepStrictEqual(found, wanted, place)
    return
  }
  const isPlain = (value: unknown): value is object => typeof value === "object" && value !== null
  if (!isPlain(found) || !isPlain(wanted) || ArrayBuffer.isView(wanted)) {
    assert.deepStrictEqual(found, wanted, place)
    return
  }
  assert.deepStrictEqual(Object.keys(found).sort(), Object.keys(wanted).sort(), place)
  for (const [key, value] of Object.entries(wanted))
    assertClose(Reflect.get(found, key), value, tolerance, `${place}/${key}`)
}
