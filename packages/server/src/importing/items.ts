/** Reads the sources in order: each sample with its place, or the reason why it cannot be read. */
import { readFile, stat } from "node:fs/promises"
import { Either } from "effect"
import { getShortReason } from "../serve/dataDir.ts"
import type { Violations } from "./Fields.ts"
import { readLines } from "./lines.ts"
import { type ImportedSample, readObject, readSample } from "./record.ts"
import type { Source } from "./sources.ts"

export interface Item {
  /** For people: the file, and the line in it. */
  readonly place: string
  /** Bytes read for it. */
  readonly size: number
  /** Whether its texts are validated and minified JSON. Absent: as the files of the import are. */
  readonly isValidated?: boolean
  readonly sample: Either.Either<ImportedSample, Violations>
}

export async function* readItems(sources: Iterable<Source>): AsyncGenerator<Item> {
  for (const source of sources) {
    if (source._tag === "Sample") yield await readFileItem(source)
    else yield* readLineItems(source)
  }
}

async function* readLineItems(source: Extract<Source, { readonly _tag: "Lines" }>): AsyncGenerator<Item> {
  try {
    for await (const { bytes, number } of readLines(source.path)) {
      const place = `${source.path}:${number}`
      if (bytes === null) yield { place, size: 0, sample: makeViolation("is longer than 128 MiB") }
      else yield { place, size: bytes.length + 1, sample: readSample(bytes) }
    }
  } catch (cause) {
    yield { place: source.path, size: 0, sample: makeViolation(`cannot be read: ${getShortReason(cause)}`) }
  }
}

const readFileItem = async (source: Extract<Source, { readonly _tag: "Sample" }>): Promise<Item> => {
  try {
    const sample = readSample(await readBytes(source.path), source.name)
    if (source.label !== undefined && Either.isRight(sample) && sample.right.labels.length > 0)
      return { place: source.path, size: source.size, sample: labelTwice }
    if (source.label === undefined || Either.isLeft(sample)) {
      return { place: source.path, size: source.size, sample }
    }
    const attributes = readObject(await readBytes(source.label))
    return Either.match(attributes, {
      onLeft: (violations) => ({
        place: source.label ?? source.path,
        size: source.size,
        sample: Either.left(violations),
      }),
      onRight: (attributes) => ({
        place: source.path,
        size: source.size,
        sample: Either.right({
          ...sample.right,
          labels: [
            { pointer: "", labelset: undefined, status: undefined, attributes, score: null, rating: null },
          ],
        }),
      }),
    })
  } catch (cause) {
    return {
      place: source.path,
      size: source.size,
      sample: makeViolation(`cannot be read: ${getShortReason(cause)}`),
    }
  }
}

const labelTwice = Either.left([
  { pointer: "/label", message: "stands beside a label.json: one of them is enough" },
])

/** Reads a whole file. */
export const readBytes = async (path: string): Promise<Uint8Array> => {
  const { size } = await stat(path)
  if (size > maxFileBytes) throw new Error("it is larger than 512 MiB")
  return await readFile(path)
}

/** About the longest string of V8. */
const maxFileBytes = 512 * 1024 * 1024

const makeViolation = (message: string): Either.Either<never, Violations> =>
  Either.left([{ pointer: "", message }])
