/** Files that went through other systems are read by every format as they were. */
import { posix } from "node:path"
import { assert, describe, it } from "vitest"
import type { Loss } from "../../src/carry/Losses.ts"
import type { Format } from "../../src/Format.ts"
import { memorySource } from "../../src/files/Source.ts"
import { detectFormats } from "../../src/importing/detect.ts"
import { importFiles } from "../roundTrips/content.ts"
import { type FormatFiles, makeFormatFiles, readableFormats } from "./everyFormat.ts"

type Files = ReadonlyMap<string, Uint8Array>

/** As macOS writes beside each file of an archive. */
const resourceFork = new Uint8Array([0, 5, 22, 7, 0, 2, 0, 0])

const putInFolder = (files: Files, folder: string): Files =>
  new Map([...files].map(([path, bytes]) => [`${folder}/${path}`, bytes]))

/** Without a root that the format marks, the folder is part of the names. */
const cutFolder = (text: string): string => text.replaceAll(/(?<=["/])box(%20| )of(%20| )files\//g, "")

/** What macOS, Windows and network storage leave in archives and folders. */
const addSystemFiles = (files: Files): Files => {
  const folders = new Set([...files.keys()].map((path) => posix.dirname(path)))
  return new Map([
    ...[...files.keys()].map((path) => {
      const name = posix.join(posix.dirname(path), `._${posix.basename(path)}`)
      return [`__MACOSX/${name}`, resourceFork] as const
    }),
    ...[...files.keys()].map(
      (path) => [posix.join(posix.dirname(path), `._${posix.basename(path)}`), resourceFork] as const,
    ),
    ...[...folders].flatMap((folder) =>
      [".DS_Store", "Thumbs.db", "desktop.ini", "@eaDir/x.json"].map(
        (name) => [posix.join(folder, name), resourceFork] as const,
      ),
    ),
    ...files,
  ])
}

/** The losses without their places, which have the names of files. */
const listCounts = (losses: ReadonlyArray<Loss>) => losses.map(({ count, kind }) => [kind, count] as const)

const read = async ({ format, hasPictures }: Omit<FormatFiles, "files">, files: Files) => {
  const { content, losses } = await importFiles(format, files, { hasPictures })
  const text = JSON.stringify([content.dataset.categories, content.records])
  return {
    records: JSON.parse(cutFolder(text)),
    losses,
  }
}

const isDetected = async (format: Format, files: Files) => {
  const found = await detectFormats(memorySource(files))
  return found.some((one) => one.format === format)
}

describe("every format", () => {
  for (const format of readableFormats)
    it(`${format.name} is read in one more folder beside files of systems`, async () => {
      const made = await makeFormatFiles(format)
      const plain = await read(made, made.files)
      assert.isNotEmpty(plain.records[1])
      const disturbed = addSystemFiles(putInFolder(made.files, "box of files"))
      assert.strictEqual(await isDetected(format, disturbed), await isDetected(format, made.files))
      const { losses, records } = await read(made, disturbed)
      assert.deepStrictEqual(records, plain.records)
      assert.deepStrictEqual(listCounts(losses), listCounts(plain.losses))
    })
})
