/** Reads files that stand in tests as text. */
import { assert } from "vitest"
import { Losses } from "../src/carry/Losses.ts"
import type { Format } from "../src/Format.ts"
import { FormatError } from "../src/FormatError.ts"
import { memorySource } from "../src/files/Source.ts"
import type { Scene } from "../src/model/Scene.ts"
import { assertDetected } from "./detected.ts"
import { collected } from "./roundTrip.ts"

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

type Files = Readonly<Record<string, string | Uint8Array>>

const sourceOf = (files: Files) =>
  memorySource(
    new Map(
      Object.entries(files).map(([path, content]) => [
        path,
        typeof content === "string" ? bytes(content) : content,
      ]),
    ),
  )

export const readFiles = async (format: Format, files: Files) => {
  const losses = new Losses()
  if (format.reader === undefined) throw new Error(`${format.name} has no reader.`)
  const source = sourceOf(files)
  await assertDetected(format, source)
  const { dataset, scenes } = await format.reader.read(source, {
    limits: source.limits,
    losses,
    sizeOf: async () => null,
  })
  return {
    dataset,
    scenes: await collected(scenes),
    losses: Object.fromEntries(losses.list().map(({ count, kind }) => [kind, count])),
  }
}

export const detects = async (format: Format, files: Files): Promise<boolean> =>
  (await format.reader?.detect(sourceOf(files))) !== undefined

/** Asserts that the files are refused with the path and the reason, before any scene of the wrong file is read. */
export const assertRefused = async (
  format: Format,
  files: Files,
  path: string,
  reason: RegExp,
): Promise<void> => {
  const read: Array<Scene> = []
  try {
    if (format.reader === undefined) throw new Error(`${format.name} has no reader.`)
    const source = sourceOf(files)
    const found = await format.reader.read(source, {
      limits: source.limits,
      losses: new Losses(),
      sizeOf: async () => null,
    })
    for await (const scene of found.scenes) read.push(scene)
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause
    assert.strictEqual(cause.path, path)
    assert.match(cause.reason, reason)
    assert.deepStrictEqual(read, [])
    return
  }
  assert.fail(`The files were read: ${JSON.stringify(read)}`)
}
