/** The format that files are found to be: all fixtures of readers are checked against it. */
import { assert } from "vitest"
import type { Format } from "../src/Format.ts"
import type { Source } from "../src/files/Source.ts"
import { detectFormats } from "../src/importing/detect.ts"

/** Without a row the files of MOT and MOTS are alike, so that the format has to be named. */
const alike: ReadonlySet<string> = new Set(["mot", "mots"])

/** Asserts that the files are found to be of the format, by one of them, and of no other. */
export const assertDetected = async (format: Format, source: Source): Promise<void> => {
  const found = await detectFormats(source)
  const names = found.map((one) => one.format.name)
  if (names.length > 1 && names.every((name) => alike.has(name))) assert.include(names, format.name)
  else assert.deepStrictEqual(names, [format.name])
  for (const { path } of found) assert.isTrue(source.has(path), `${path} is among the files`)
}
