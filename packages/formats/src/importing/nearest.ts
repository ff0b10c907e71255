/** Says why files are not of the format that they look like most. */
import { Losses } from "../carry/Losses.ts"
import type { Format, ReadDataset } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { measureFile } from "../files/imageSize.ts"
import type { Source } from "../files/Source.ts"

export interface NearestFormat {
  readonly format: Format
  /** With the file, the place in it and the reason. */
  readonly error: FormatError
}

/** The first scenes show what is wrong with the files. */
const maxScenes = 200

/** The formats that read the files farthest, with the error that ended it; those with the same error are listed once. */
export const findNearestFormats = async (
  source: Source,
  known: ReadonlyArray<Format>,
): Promise<ReadonlyArray<NearestFormat>> => {
  const attempts: Array<NearestFormat & { readonly distance: number }> = []
  for (const format of known) {
    if (format.reader === undefined || format.reader.isLast === true) continue
    const failure = await readFirst(format, source)
    // An error about a file that is not there says only that the format has other files.
    if (failure === undefined || !source.has(failure.error.path)) continue
    attempts.push({ format, ...failure })
  }
  const least = Math.min(...attempts.map(({ distance }) => distance))
  const nearest = attempts.filter(({ distance }) => distance === least)
  return nearest.filter(
    ({ error }, index) => nearest.findIndex((other) => other.error.path === error.path) === index,
  )
}

/** The error and how far the reader came: 0 when it knew its files, 1 when it opened them, 2 when it refused the first of them. */
const readFirst = async (
  { reader }: Format,
  source: Source,
): Promise<{ readonly error: FormatError; readonly distance: number } | undefined> => {
  let distance = 0
  let close: ReadDataset["close"]
  try {
    await reader?.detect(source)
    distance = 2
    const measureNearest = async (path: string) => (await measureFile(source, path))?.size ?? null
    const read = await reader?.read(source, {
      limits: source.limits,
      losses: new Losses(),
      sizeOf: measureNearest,
    })
    close = read?.close
    distance = 1
    let count = 0
    for await (const _ of read?.scenes ?? []) {
      count += 1
      if (count >= maxScenes) return undefined
    }
  } catch (cause) {
    if (cause instanceof FormatError) return { error: cause, distance }
    throw cause
  } finally {
    await close?.()
  }
  return undefined
}
