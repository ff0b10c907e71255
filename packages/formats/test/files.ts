/** Files in memory, as other tools write them, for readers. */
import { assert } from "vitest"
import { type Loss, Losses } from "../src/carry/Losses.ts"
import type { Format } from "../src/Format.ts"
import { FormatError } from "../src/FormatError.ts"
import { defaultLimits } from "../src/files/limits.ts"
import { memorySource } from "../src/files/Source.ts"
import type { Dataset } from "../src/model/Dataset.ts"
import type { Scene, Size } from "../src/model/Scene.ts"
import { assertDetected } from "./detected.ts"
import { collected } from "./roundTrip.ts"

/** Texts, bytes, or values that become JSON. */
export type Files = Readonly<Record<string, unknown>>

export const encodeFile = (content: unknown): Uint8Array =>
  content instanceof Uint8Array
    ? content
    : new TextEncoder().encode(typeof content === "string" ? content : JSON.stringify(content))

export const sourceOf = (files: Files) =>
  memorySource(new Map(Object.entries(files).map(([path, content]) => [path, encodeFile(content)])))

export interface ReadFiles {
  readonly dataset: Dataset
  readonly scenes: ReadonlyArray<Scene>
  readonly losses: ReadonlyArray<Loss>
}

/** The size of every image, or of each by its path. */
type Sizes = Size | null | ((path: string) => Size | null)

const find = (sizes: Sizes, path: string) => (typeof sizes === "function" ? sizes(path) : sizes)

/** Recognises and reads the files. */
export const readFiles = async (
  format: Format,
  files: Files,
  sizes: Sizes = { width: 100, height: 50 },
): Promise<ReadFiles> => {
  if (format.reader === undefined) throw new Error(`${format.name} has no reader.`)
  const source = sourceOf(files)
  await assertDetected(format, source)
  const losses = new Losses()
  const sizeOf = async (path: string) => find(sizes, path)
  const read = await format.reader.read(source, { limits: defaultLimits, losses, sizeOf })
  const scenes = await collected(read.scenes)
  for (const { frames } of scenes) for (const { bitmap } of frames) await bitmap?.load()
  return { dataset: read.dataset, scenes, losses: losses.list() }
}

/** Fails unless the files are refused, and returns the message. */
export const refusal = async (
  format: Format,
  files: Files,
  size: Size | null = { width: 100, height: 50 },
): Promise<string> => {
  try {
    if (format.reader === undefined) throw new Error(`${format.name} has no reader.`)
    const losses = new Losses()
    const read = await format.reader.read(sourceOf(files), {
      limits: defaultLimits,
      losses,
      sizeOf: async () => size,
    })
    for (const { frames } of await collected(read.scenes))
      for (const { bitmap } of frames) await bitmap?.load()
  } catch (cause) {
    assert.instanceOf(cause, FormatError, String(cause))
    return (cause as FormatError).message
  }
  return assert.fail("The files were read.")
}
