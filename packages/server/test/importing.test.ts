import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { makeProgress } from "../src/cli/Progress.ts"
import { describeForeignFiles } from "../src/importing/foreign.ts"
import type { Item } from "../src/importing/items.ts"
import { readLines } from "../src/importing/lines.ts"
import { readSample } from "../src/importing/record.ts"
import { makeSealedRelease, parseRewrittenRelease, releaseHead } from "../src/importing/release.ts"
import { listFolderSources, makeFileSource } from "../src/importing/sources.ts"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "annotary-import-"))
  mkdirSync(join(folder, "a"))
  writeFileSync(join(folder, "a", "sample.json"), `{"name":"a","attributes":{}}`)
  writeFileSync(join(folder, "a", "label.json"), "{}")
  mkdirSync(join(folder, "b"))
  writeFileSync(join(folder, "b", "one.json"), "{}")
  writeFileSync(join(folder, "b", "two.json"), "{}")
  writeFileSync(join(folder, "b", ".hidden.json"), "{}")
  writeFileSync(join(folder, "configuration.json"), "{}")
  writeFileSync(join(folder, "lines.ndjson"), "{}\n")
})
afterAll(() => rmSync(folder, { recursive: true }))

const sample = (text: string, name?: string) => readSample(Buffer.from(text), name)

describe("what an import finds", () => {
  it("is one sample for a folder with sample.json, its label beside it", () => {
    const { configuration, size, sources } = listFolderSources(join(folder, "a"))
    assert.strictEqual(configuration, undefined)
    assert.strictEqual(size, 30)
    assert.deepStrictEqual(sources, [
      {
        _tag: "Sample",
        path: join(folder, "a", "sample.json"),
        name: "a",
        label: join(folder, "a", "label.json"),
        size: 30,
      },
    ])
  })

  it("is every sample below another folder, in the order of the names", () => {
    const { broken, configuration, foreign, sources } = listFolderSources(folder)
    assert.deepStrictEqual(
      sources.map(({ path }) => path.slice(folder.length + 1)),
      ["lines.ndjson", "a/sample.json", "b/one.json", "b/two.json"],
    )
    assert.strictEqual(configuration, join(folder, "configuration.json"))
    assert.deepStrictEqual([broken, foreign], [[], []])
  })

  it("is no file that it does not know, nor one beside a sample.json", () => {
    const odd = join(folder, "..", `${basename(folder)}-odd`)
    mkdirSync(join(odd, "one", "images"), { recursive: true })
    for (const name of ["one/sample.json", "one/other.json", "a.jpg", "b.txt", "README", "notes.md"])
      writeFileSync(join(odd, name), "{}")
    const { foreign, sources } = listFolderSources(odd)
    assert.lengthOf(sources, 1)
    assert.deepStrictEqual(
      foreign.map((path) => path.slice(odd.length + 1)),
      ["a.jpg", "b.txt", "one/other.json", "one/images/"],
    )
    assert.match(describeForeignFiles(foreign), /1 \.jpg files.*looks like YOLO/)
    rmSync(odd, { recursive: true })
  })

  it("names what cannot be read, and goes on", () => {
    const odd = join(folder, "..", `${basename(folder)}-broken`)
    mkdirSync(odd)
    writeFileSync(join(odd, "good.json"), "{}")
    symlinkSync(".", join(odd, "loop"))
    symlinkSync("self", join(odd, "self"))
    symlinkSync("nowhere", join(odd, "dangling"))
    execFileSync("mkfifo", [join(odd, "pipe")])
    writeFileSync(Buffer.concat([Buffer.from(`${odd}/bad`), Buffer.from([0xff])]), "")
    const { broken, sources } = listFolderSources(odd)
    assert.lengthOf(sources, 1)
    assert.deepStrictEqual(
      broken.map((sentence) => sentence.slice(odd.length + 1)),
      [
        "bad\\xff cannot be read: its name is not UTF-8.",
        "dangling cannot be read: there is no such file or folder.",
        "pipe is neither a file nor a folder.",
        "self cannot be read: its links form a loop.",
        "loop leads to a folder that was read already.",
      ],
    )
    rmSync(odd, { recursive: true })
  })

  it("reports the link, not the folder that it leads to, wherever the two stand", () => {
    const odd = join(folder, "..", `${basename(folder)}-links`)
    mkdirSync(join(odd, "m"), { recursive: true })
    mkdirSync(join(odd, "z"))
    writeFileSync(join(odd, "z", "one.json"), "{}")
    symlinkSync("z", join(odd, "a"))
    symlinkSync("../z", join(odd, "m", "a"))
    const { broken, sources } = listFolderSources(odd)
    assert.deepStrictEqual(
      sources.map(({ path }) => path),
      [join(odd, "z", "one.json")],
    )
    assert.deepStrictEqual(
      broken.map((sentence) => sentence.slice(odd.length + 1)),
      ["a leads to a folder that was read already.", "m/a leads to a folder that was read already."],
    )
    rmSync(odd, { recursive: true })
  })

  it("that has vanished is reported", () => {
    const { broken } = listFolderSources(join(folder, "vanished"))
    assert.match(broken.join(), /vanished cannot be read: there is no such file or folder\.$/)
  })

  it("is one sample for a file of JSON by itself, and lines for another", () => {
    assert.strictEqual(makeFileSource(join(folder, "b", "one.json"))._tag, "Sample")
    assert.strictEqual(makeFileSource(join(folder, "lines.ndjson"))._tag, "Lines")
  })
})

describe("a line of an import", () => {
  it("keeps the text of attributes and metadata, digits and key order and all", () => {
    const read = Either.getOrThrow(
      sample(`{ "name": "n\\u0041", "priority": 2.5, "attributes": { "t": 1700000000123456789, "a": 1.50 }, "metadata":{"z":1,"a":[1 , 2]},
        "label": {"label_status":"LABELED","attributes":{"id": 9007199254740993}, "score": 0.5} }`),
    )
    assert.strictEqual(read.name, "nA")
    assert.strictEqual(read.priority, 2.5)
    assert.strictEqual(read.attributes, `{"t":1700000000123456789,"a":1.50}`)
    assert.strictEqual(read.metadata, `{"z":1,"a":[1,2]}`)
    assert.deepStrictEqual(read.labels, [
      {
        pointer: "/label",
        labelset: undefined,
        status: "LABELED",
        attributes: `{"id":9007199254740993}` as never,
        score: 0.5,
        rating: null,
      },
    ])
  })

  it("lists everything that is wrong with it, by JSON Pointer", () => {
    const violations = Either.getOrThrow(
      Either.flip(sample(`{"attributes":[1],"priority":"high","label":{"label_status":5,"attributes":3}}`)),
    )
    assert.sameMembers(
      violations.map(({ pointer }) => pointer),
      ["/name", "/attributes", "/priority", "/label/label_status", "/label/attributes"],
    )
  })

  it("has no key that is not known, and says its attributes even when there are none", () => {
    const pointers = (text: string) =>
      Either.getOrThrow(Either.flip(sample(text))).map(({ pointer }) => pointer)
    assert.deepStrictEqual(pointers(`{"name":"a","atributes":{},"x/y":1}`), [
      "/atributes",
      "/x~1y",
      "/attributes",
    ])
    assert.deepStrictEqual(pointers(`{"name":"a","attributes":null,"label":{"status":"LABELED"}}`), [
      "/label/status",
      "/label/attributes",
    ])
  })

  // Formats that are read later; until then they are not taken for samples.
  it.each([
    [`{"images":[],"annotations":[]}`, /a COCO file/],
    [`{"type":"FeatureCollection","name":"a","features":[]}`, /GeoJSON/],
    [`{"a":1,"b":2}`, /the keys "a", "b"/],
    ["{}", /an empty object/],
  ])("is not %s", (text, message) => {
    const violations = Either.getOrThrow(Either.flip(sample(text)))
    assert.lengthOf(violations, 1)
    assert.match(violations[0]?.message ?? "", message)
  })

  it("says where malformed JSON breaks", () => {
    const [violation] = Either.getOrThrow(Either.flip(sample(`{"name":\n NaN}`)))
    assert.match(violation?.message ?? "", /^line 2, column 2: /)
  })

  it("takes the name of its file when it has none", () => {
    assert.strictEqual(Either.getOrThrow(sample(`{"attributes":null}`, "file")).name, "file")
  })
})

describe("a release file of an import", () => {
  const release = {
    name: "v1",
    description: "",
    created_at: "2026-11-22T00:00:00.000000Z",
    dataset: {
      name: "cats",
      owner: "ada",
      task_type: "vector",
      task_attributes: { categories: [] },
      labelsets: [
        { name: "ground-truth", description: "", is_groundtruth: true },
        { name: "model", description: "predictions", is_groundtruth: false },
      ],
      samples: [
        {
          uuid: "u",
          name: "a",
          attributes: { image: { url: "u" } },
          metadata: {},
          labels: { "ground-truth": null, model: { label_status: "REVIEWED", attributes: {}, score: 0.5 } },
        },
      ],
    },
    integrity: { samples_count: 1 },
  }
  const samplesOf = async (items: AsyncIterable<Item>) => {
    const names: Array<unknown> = []
    for await (const { place, sample } of items)
      names.push([
        place.split("/").at(-1),
        Either.match(sample, {
          onLeft: (violations) => violations.map(({ pointer }) => pointer),
          onRight: ({ labels, name }) => [
            name,
            ...labels.map(({ labelset, score, status }) => [labelset, status, score]),
          ],
        }),
      ])
    return names
  }
  const rewritten = (value: unknown) =>
    parseRewrittenRelease("v1.json", Buffer.from(JSON.stringify(value, null, 2)))

  it("is read line by line as it was made, every labelset of it", async () => {
    const text = JSON.stringify({ ...release, integrity: undefined })
    const [head = "", line = ""] = text.slice(0, -3).split(`"samples":[`)
    const path = join(folder, "v1.json")
    writeFileSync(
      path,
      `${head}"samples":[\n${line},\n{"name":"b","labels":{"other":null}}\n]},"integrity":{}}\n`,
    )
    const found = releaseHead(Buffer.from(`${head}"samples":[`))
    assert.deepStrictEqual(
      found?.labelsets.map(({ name }) => name),
      ["ground-truth", "model"],
    )
    assert.strictEqual(found?.taskAttributes, `{"categories":[]}`)
    if (found === undefined) return
    assert.deepStrictEqual(await samplesOf(makeSealedRelease(path, found, false).items()), [
      ["v1.json:2", ["a", ["model", "REVIEWED", 0.5]]],
      ["v1.json:3", ["/attributes", "/labels/other"]],
    ])
    rmSync(path)
  })

  it("may have been written anew", async () => {
    const read = rewritten(release)
    if (read === undefined || Either.isLeft(read)) return assert.fail("no release")
    assert.deepStrictEqual(await samplesOf(read.right.items()), [
      ["v1.json: sample 1", ["a", ["model", "REVIEWED", 0.5]]],
    ])
  })

  it("is none when samples or the dataset's facts are missing from it", () => {
    const wrong = (value: unknown) => {
      const read = rewritten(value)
      return read === undefined || Either.isRight(read) ? read : read.left.map(({ pointer }) => pointer)
    }
    assert.deepStrictEqual(wrong({ ...release, integrity: { samples_count: 2 } }), [
      "/integrity/samples_count",
    ])
    const { owner: _, ...rest } = release.dataset
    assert.deepStrictEqual(wrong({ ...release, dataset: { ...rest, labelsets: [{}] } }), [
      "/dataset/owner",
      "/dataset/labelsets",
    ])
    assert.isUndefined(wrong({ name: "a", attributes: {} }))
  })
})

describe("the lines of a file", () => {
  it("are counted from 1, also when empty, with or without an end", async () => {
    const path = join(folder, "some.txt")
    writeFileSync(path, `{"a":1}\n\n  \r\n{"b":"é"}`)
    const lines: Array<readonly [number, string]> = []
    for await (const { bytes, number } of readLines(path))
      lines.push([number, Buffer.from(bytes ?? []).toString()])
    assert.deepStrictEqual(lines, [
      [1, `{"a":1}`],
      [4, `{"b":"é"}`],
    ])
  })

  it("come whole across the chunks of a large file", async () => {
    const path = join(folder, "large.txt")
    const line = `"${"x".repeat(700_000)}"`
    writeFileSync(path, `${line}\n`.repeat(5))
    const lengths: Array<number> = []
    for await (const { bytes } of readLines(path)) lengths.push(bytes?.length ?? 0)
    assert.deepStrictEqual(
      lengths,
      Array.from({ length: 5 }, () => line.length),
    )
  })
})

describe("the progress of an import", () => {
  it("is a bar on a terminal and plain lines elsewhere", () => {
    const shown = (isTTY: boolean) => {
      let text = ""
      let time = 0
      const progress = makeProgress(1000, { isTTY, write: (more) => (text += more) }, () => time)
      time = 1000
      progress.advance(500, 3)
      progress.say("line 4: /name is missing")
      time = 2000
      progress.advance(500, 4)
      progress.end()
      return text
    }
    assert.include(shown(true), `\r[${"█".repeat(15)}${"░".repeat(15)}]  50 %  3 samples`)
    assert.notInclude(shown(false), "\r")
    assert.match(shown(false), /line 4: .*\n100 % {2}7 samples, 0.0 MB\/s\n$/)
  })

  it("shows how far files of another format are read, and no share where that is unknown", () => {
    const shown = (work: (progress: ReturnType<typeof makeProgress>, wait: () => void) => void) => {
      let text = ""
      let time = 0
      const progress = makeProgress(null, { write: (more) => (text += more) }, () => time)
      work(progress, () => {
        time += 6000
      })
      progress.end()
      return text.split("\n")
    }
    assert.deepStrictEqual(
      shown((progress, wait) => {
        progress.showReading({ phase: "index", bytes: 10, total: 100 })
        wait()
        progress.showReading({ phase: "records", bytes: 60, total: 120 })
        wait()
        progress.showReading({ phase: "records", bytes: 120, total: 120 })
        progress.advance(7, 3)
      }),
      ["  2 %  reading", " 60 %  0 samples", "100 %  0 samples", "100 %  3 samples", ""],
    )
    const shares = shown((progress, wait) => {
      for (const phase of ["index", "records"] as const)
        for (const bytes of [0, 30, 100]) {
          progress.showReading({ phase, bytes, total: 100 })
          wait()
        }
    }).flatMap((line) => /^ *(\d+) %/.exec(line)?.[1] ?? [])
    assert.deepStrictEqual(shares, ["0", "6", "20", "20", "44", "100"])
    assert.deepStrictEqual(
      shown((progress) => {
        progress.advance(7, 3)
      }),
      ["3 samples", ""],
    )
  })
})

describe("the number of people who label a sample", () => {
  it("is a key of a sample", () => {
    const read = (overlap: string) => sample(`{"name":"a","attributes":{},"overlap":${overlap}}`)
    assert.strictEqual(Either.getOrThrow(read("3")).overlap, 3)
    assert.deepStrictEqual(Either.getOrThrow(Either.flip(read(`"3"`))), [
      { pointer: "/overlap", message: "must be a number" },
    ])
  })
})
