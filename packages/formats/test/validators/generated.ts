/** Generated datasets as folders of files, for programs of others. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import fc from "fast-check"
import type { Format } from "../../src/Format.ts"
import type { Kind } from "../../src/model/Scene.ts"
import { type Made, made } from "../arbitraries.ts"
import { placedImages } from "../images.ts"
import { written } from "../roundTrip.ts"

/** The same datasets at each run: several scenes of each with annotations. */
export const generated = (kind: Kind, isSequence: boolean, count: number): ReadonlyArray<Made> =>
  fc
    .sample(made(kind, isSequence), { numRuns: count * 8, seed: 17 })
    .filter(({ scenes }) =>
      scenes.every(({ frames }) => frames.some(({ annotations }) => annotations.length > 1)),
    )
    .slice(0, count)

/** Calls `use` with a folder of the files, which is removed then. */
export const inFolder = async <A>(
  files: ReadonlyMap<string, Uint8Array>,
  use: (folder: string) => Promise<A>,
): Promise<A> => {
  const folder = await mkdtemp(join(tmpdir(), "annotary-written-"))
  try {
    for (const [path, content] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), content)
    }
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** With an image for each frame. */
export const inFolderAs = async <A>(
  format: Format,
  one: Made,
  use: (folder: string, files: ReadonlyMap<string, Uint8Array>) => Promise<A>,
): Promise<A> => {
  const images = placedImages()
  const { files } = await written(format, one, { place: images.place })
  return inFolder(new Map([...files, ...images.files]), (folder) => use(folder, files))
}
