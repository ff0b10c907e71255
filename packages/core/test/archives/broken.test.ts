/** Archives that are truncated, changed or made up are refused by name, and nothing of them is visible. */
import { InvalidInput, NotFound } from "@annotary/core"
import { computeSha256Hex, DatasetId } from "@annotary/core/effect"
import { testEngine } from "@annotary/core/testing"
import {
  type ArchivedFile,
  addArchivableDataset,
  collectFiles,
  readText,
  toParts,
} from "@annotary/test-support/storage"
import { assert, describe, it } from "vitest"

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

type Files = ReadonlyArray<ArchivedFile>

const replaced = (files: Files, name: string, change: (text: string) => string): Files => {
  assert.isTrue(
    files.some(([one]) => one === name),
    name,
  )
  return files.map(([one, bytes]) => [one, one === name ? bytesOf(change(readText(files, name))) : bytes])
}

const nameIn = (files: Files, start: string): string =>
  files.find(([name]) => name.startsWith(start))?.[0] ?? ""

const without = (files: Files, name: string): Files => files.filter(([one]) => one !== name)

const samples = "records/samples/000001.jsonl"

const lines = (change: (lines: ReadonlyArray<string>) => ReadonlyArray<string>) => (text: string) =>
  `${change(text.trimEnd().split("\n")).join("\n")}\n`

/** The statements of the first release are replaced. */
const stated = (all: Files, statements: ReadonlyArray<string>): Files =>
  replaced(
    all,
    "records/releases/000001.jsonl",
    lines(([first = "", ...rest]) => [JSON.stringify({ ...JSON.parse(first), statements }), ...rest]),
  )

const statement = JSON.stringify({ payload: "", payloadType: "", signatures: [] })

/** What is done to an archive, and what the error then says. */
const cases: Readonly<Record<string, readonly [change: (files: Files) => Files, says: RegExp]>> = {
  "has no head": [(all) => all.slice(1), /archive\.json: must be the first file/],
  "is empty": [() => [], /archive\.json: must be the first file/],
  "is of another format": [
    (all) => replaced(all, "archive.json", (text) => text.replace("annotary-archive", "other")),
    /archive\.json\/format/,
  ],
  "is of a later version": [
    (all) => replaced(all, "archive.json", (text) => text.replace('"version":11', '"version":12')),
    /archive\.json\/version: must be at most 11/,
  ],
  "is of a version that there was not": [
    (all) => replaced(all, "archive.json", (text) => text.replace('"version":11', '"version":0')),
    /archive\.json\/version: must be one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11: there is no version 0/,
  ],
  "has a head that is not JSON": [
    (all) => replaced(all, "archive.json", () => "{"),
    /archive\.json: must be JSON/,
  ],
  "has a huge head": [
    (all) => replaced(all, "archive.json", (text) => text + " ".repeat(70_000)),
    /archive\.json: must be at most/,
  ],
  "has no dataset": [
    (all) => without(all, "records/dataset/000001.jsonl"),
    /records\/dataset\/000001\.jsonl: must be the second file/,
  ],
  "is truncated before its end": [
    (all) => all.slice(0, -1),
    /end\.json: is missing: the archive is truncated/,
  ],
  "goes on after its end": [(all) => [...all, ["more", bytesOf("x")]], /more: comes after the end/],
  "has an unknown section": [
    (all) => [...all.slice(0, -1), ["records/secrets/000001.jsonl", bytesOf("{}\n")], ...all.slice(-1)],
    /records\/secrets\/000001\.jsonl: is not a file of an archive/,
  ],
  "has a path that leaves it": [
    (all) => [...all.slice(0, 3), ["../../etc/passwd", bytesOf("x")], ...all.slice(3)],
    /\.\.\/etc\/passwd: is not a file of an archive/,
  ],
  "has a file that no record announces": [
    (all) => {
      const at = all.findIndex(([name]) => name.startsWith("files/"))
      return [...all.slice(0, at), [`files/assets/../../x`, bytesOf("x")], ...all.slice(at)]
    },
    /files\/assets\/\.\.\/\.\.\/x: is not the file of a release or an asset/,
  ],
  "lacks a section that its end has": [(all) => without(all, samples), /records\/.*: /],
  "lacks records in the end": [
    (all) => without(all, "records/workunits/000001.jsonl"),
    /records\/workunits: has 0 records, and end\.json says 2/,
  ],
  "has sections in another order": [
    (all) => {
      const at = all.findIndex(([name]) => name === samples)
      const moved = all[at]
      return moved === undefined
        ? all
        : [...all.slice(0, at), ...all.slice(at + 1, -1), moved, ...all.slice(-1)]
    },
    /: /,
  ],
  "has a part twice": [
    (all) => all.flatMap((file) => (file[0] === samples ? [file, file] : [file])),
    /samples\/000001\.jsonl: is not in the order/,
  ],
  "has a record twice": [
    (all) =>
      replaced(
        all,
        samples,
        lines(([first = "", ...rest]) => [first, first, ...rest]),
      ),
    /samples\/000001\.jsonl\/2: is not in the order of its section, or there twice/,
  ],
  "has records in another order": [
    (all) =>
      replaced(
        all,
        samples,
        lines((some) => some.toReversed()),
      ),
    /samples\/000001\.jsonl\/2: is not in the order/,
  ],
  "has a record with another value": [
    (all) => replaced(all, samples, (text) => text.replace('"priority":0,', '"priority":7,')),
    /records\/samples: was changed: its Merkle root differs/,
  ],
  "has a record with a wrong value": [
    (all) => replaced(all, samples, (text) => text.replace('"priority":0,', '"priority":"high",')),
    /samples\/000001\.jsonl\/\d+\/priority: must be/,
  ],
  "has a record that is not JSON": [
    (all) => replaced(all, samples, (text) => text.replace('"priority":0,', '"priority":0,,')),
    /samples\/000001\.jsonl\/\d+: must be a JSON object/,
  ],
  "has a record with an unknown field": [
    (all) => replaced(all, samples, (text) => text.replace('"priority":0,', '"priority":0,"extra":1,')),
    /samples\/000001\.jsonl\/\d+: has a field that this version does not know/,
  ],
  "has bytes that are no UTF-8": [
    (all) => all.map(([name, bytes]) => [name, name === samples ? Uint8Array.of(0xff, 0x0a) : bytes]),
    /samples\/000001\.jsonl: must be UTF-8/,
  ],
  "has a record without a line break": [
    (all) => replaced(all, samples, (text) => text.trimEnd()),
    /samples\/000001\.jsonl: must end with a line break/,
  ],
  "has a label without its version": [
    (all) => without(all, "records/label-versions/000001.jsonl"),
    /records\/labels\/000001\.jsonl: has a record whose id or name is taken here, or that refers to/,
  ],
  "has a version that refers to another label": [
    (all) =>
      replaced(all, "records/label-versions/000001.jsonl", (text) =>
        text.replace(
          /"content":"[^"]+","attributes":null/,
          '"content":"01900000-0000-7000-8000-000000000000","attributes":null',
        ),
      ),
    /label-versions\/000001\.jsonl\/\d+\/content: must be this version/,
  ],
  "has a changed file of an asset": [
    (all) => replaced(all, nameIn(all, "files/assets/"), (text) => text.replace("image", "imagE")),
    /files\/assets\/.*: is not the file that was archived: its SHA-256 differs/,
  ],
  "has a changed file of a release": [
    (all) => replaced(all, nameIn(all, "files/releases/"), (text) => text.replace("v1", "v2")),
    /files\/releases\/.*: is not the file of its record: its SHA-256 differs/,
  ],
  "has more statements of a release than it may have": [
    (all) =>
      stated(
        all,
        Array.from({ length: 101 }, () => statement),
      ),
    /records\/releases\/000001\.jsonl\/1\/statements: must have at most 100 statements/,
  ],
  "has a statement that is no envelope": [
    (all) => stated(all, [statement, "{}"]),
    /000001\.jsonl\/1\/statements\/1: must be the JSON of a DSSE envelope on one line/,
  ],
  "has a statement on two lines": [
    (all) => stated(all, [`${statement}\n${statement}`]),
    /000001\.jsonl\/1\/statements\/0: must be the JSON of a DSSE envelope on one line/,
  ],
  "has a longer file": [
    (all) => replaced(all, nameIn(all, "files/releases/"), (text) => `${text}x`),
    /files\/releases\/.*: has another size than its record says/,
  ],
  "lacks a file": [(all) => without(all, nameIn(all, "files/assets/")), /files\/.*: /],
  "has another root in its end": [
    (all) =>
      replaced(all, "end.json", (text) => {
        const end = JSON.parse(text)
        return JSON.stringify({ ...end, content: computeSha256Hex("x") })
      }),
    /end\.json\/content: must be the Merkle root/,
  ],
}

describe("an archive is refused, and nothing of it is visible, that", () => {
  it.each(Object.entries(cases))("%s", async (_, [change, says]) => {
    await using source = await testEngine({ worker: false })
    const { dataset, ref } = await addArchivableDataset(source.engine)
    const files = change(await collectFiles(source.engine.archives.read(ref)))
    await using target = await testEngine({ worker: false })
    const error = await target.engine.archives.restore(toParts(files)).then(
      () => assert.fail("it must be refused"),
      (cause: unknown) => cause,
    )
    assert.instanceOf(error, InvalidInput)
    assert.match(error.message.replace(/^At \//, ""), says)
    const id = DatasetId.make(dataset.id)
    const found = await target.engine.datasets.get({ _tag: "Id", id }).catch((cause: unknown) => cause)
    assert.instanceOf(found, NotFound)
    await target.engine.archives.restore(toParts(await collectFiles(source.engine.archives.read(ref))))
  })

  it("says a size that is not that of its bytes", async () => {
    await using source = await testEngine({ worker: false })
    const { ref } = await addArchivableDataset(source.engine)
    const files = await collectFiles(source.engine.archives.read(ref))
    for (const [more, says] of [
      [1, /is shorter than its size says/],
      [-1, /is longer than its size says/],
      [16 * 1024 * 1024, /must have one record, because it has more than 16777216 bytes/],
      [2 ** 40, /must be at most/],
    ] as const) {
      await using target = await testEngine({ worker: false })
      const wrong = async function* () {
        for await (const part of toParts(files))
          yield part instanceof Uint8Array || part.name !== samples
            ? part
            : { ...part, size: part.size + more }
      }
      const error = await target.engine.archives.restore(wrong()).catch((cause: unknown) => cause)
      assert.instanceOf(error, InvalidInput)
      assert.match(error.message, says)
    }
  })
})
