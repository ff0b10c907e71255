/** Records that do not name their picture: they get no URL of a folder. */
import { assert, describe, it } from "vitest"
import type { Format } from "../../src/Format.ts"
import { FormatError } from "../../src/FormatError.ts"
import { memorySource } from "../../src/files/Source.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import { emptyFrame, emptyScene } from "../../src/model/empty.ts"
import type { Camera, Scene } from "../../src/model/Scene.ts"
import { nuscenes } from "../../src/nuscenes/nuscenes.ts"
import { makeFormatFiles, readableFormats } from "../everyFormat/everyFormat.ts"
import { collected, each } from "../roundTrip.ts"

const baseUrl = "https://images.example/set"

/** The URLs of the records that name no file. */
const findBareUrls = (records: unknown): ReadonlyArray<string> => {
  const urls: Array<string> = []
  JSON.stringify(records, (key, value: unknown) => {
    if (key === "url" && typeof value === "string" && /(?:^|\/)\.{0,2}$/.test(decodeURIComponent(value)))
      urls.push(value)
    return typeof value === "bigint" ? String(value) : value
  })
  return urls
}

const read = async (
  format: Format,
  files: ReadonlyMap<string, Uint8Array>,
  base: string | undefined = baseUrl,
) => {
  const { close, losses, records } = await importDataset({
    format,
    source: memorySource(files),
    ...(base !== "" && { baseUrl: base }),
    save: async ({ path }) => `saved:${path}`,
  })
  const all = await collected(records)
  await close()
  return { records: all, losses: losses() }
}

/** The files with no name in place of that of a picture, in each file of text that has it. */
const omitNames = (files: ReadonlyMap<string, Uint8Array>) =>
  [...files].flatMap(([path, bytes]) => {
    if (!/\.(csv|json|jsonl|ndjson|txt|xml)$/.test(path)) return []
    const text = new TextDecoder().decode(bytes)
    const names = [...text.matchAll(/(["'>,\n])([^"'<>,\n]*\.(?:png|jpe?g|bin|pcd))(?=["'<,\n])/gi)]
    return [names[0], names.at(-1)].flatMap((match) =>
      match === undefined
        ? []
        : ["", ".", "a/"].map((name) => {
            const [start = "", written = ""] = match.slice(1)
            const at = match.index + start.length
            const changed = `${text.slice(0, at)}${name}${text.slice(at + written.length)}`
            return {
              name: `${path} at ${at}: ${JSON.stringify(name)}`,
              files: new Map(files).set(path, new TextEncoder().encode(changed)),
            }
          }),
    )
  })

describe("a record that names no picture", () => {
  for (const format of readableFormats)
    it(`of ${format.name} gets no URL of a folder`, async () => {
      const made = await makeFormatFiles(format)
      const bare: Array<string> = []
      for (const { files, name } of omitNames(made.files)) {
        const result = await read(format, files).catch((cause: unknown) => cause)
        if (result instanceof Error && !(result instanceof FormatError)) throw result
        if (result instanceof FormatError) continue
        const urls = findBareUrls((result as Awaited<ReturnType<typeof read>>).records)
        if (urls.length > 0) bare.push(`${name}: ${urls.join()}`)
      }
      assert.strictEqual(bare.join("\n"), "")
    })
})

const camera: Camera = {
  name: "front",
  url: "",
  size: null,
  intrinsics: null,
  extrinsics: null,
  convention: "OpenCV",
  distortion: null,
}

const image = (name: string, ...urls: ReadonlyArray<string>): Scene => ({
  ...emptyScene,
  name,
  kind: "image-vector",
  isSequence: urls.length > 1,
  frames: urls.map((url) => ({ ...emptyFrame, image: { url, size: null } })),
})

/** A format of another package, whose reader checks nothing. */
const makeFormat = (...scenes: ReadonlyArray<Scene>): Format => ({
  ...nuscenes,
  reader: {
    detect: async () => undefined,
    read: async () => ({
      dataset: { name: "d", description: "", taskType: "vector", categories: [], imageAttributes: [] },
      scenes: each(scenes),
    }),
  },
})

const files = new Map([
  ["1.png", new Uint8Array(1)],
  ["#1.png", new Uint8Array(1)],
  ["1.pcd", new Uint8Array(1)],
])

describe("an empty path", () => {
  it("of an image leaves its record out, which is counted, and the others come in", async () => {
    for (const base of [baseUrl, ""]) {
      const query = image("c", "https://images.example/?id=4")
      const { losses, records } = await read(
        makeFormat(image("a", ""), image("b", "#1.png"), query),
        files,
        base,
      )
      assert.deepStrictEqual(
        records.map(({ name }) => name),
        ["b", "c"],
      )
      assert.deepStrictEqual(
        losses.filter(({ kind }) => kind === "records").flatMap(({ examples }) => examples),
        ['"a" names no image'],
      )
    }
  })

  it("is that of a host too, whose URL has nothing behind it", async () => {
    for (const url of [
      "https://images.example/",
      "https://images.example",
      "s3://bucket//",
      "https://a.example/#top",
    ]) {
      const { losses, records } = await read(makeFormat(image("a", url), image("b", "#1.png")), files)
      assert.deepStrictEqual(
        records.map(({ name }) => name),
        ["b"],
      )
      assert.deepStrictEqual(
        losses.filter(({ kind }) => kind === "records").flatMap(({ examples }) => examples),
        ['"a" names no image'],
      )
    }
  })

  it("of all images is refused", async () => {
    const error = await read(makeFormat(image("a", ""), image("b", "x/")), files).catch(
      (cause: unknown) => cause,
    )
    assert.match(String(error), /"a" names no image/)
  })

  it("of one frame loses the image of that frame alone", async () => {
    const { losses, records } = await read(makeFormat(image("a", "1.png", "", "1.png")), files)
    assert.deepStrictEqual(
      JSON.parse(JSON.stringify(records[0]?.attributes)).frames.map((frame: object) => "image" in frame),
      [true, false, true],
    )
    assert.deepStrictEqual(
      losses.filter(({ kind }) => kind === "images").flatMap(({ examples }) => examples),
      ['the frame 2 of "a"'],
    )
  })

  it("of a camera keeps its calibration without a URL, which is counted", async () => {
    const cloud: Scene = {
      ...emptyScene,
      name: "c",
      kind: "cuboid",
      frames: [{ ...emptyFrame, cloud: { url: "1.pcd", type: "pcd" }, cameras: [camera] }],
    }
    const { losses, records } = await read(makeFormat(cloud), files)
    assert.deepStrictEqual(findBareUrls(records), [])
    assert.include(JSON.stringify(records), '"name":"front"')
    assert.deepStrictEqual(
      losses.filter(({ kind }) => kind === "images").flatMap(({ examples }) => examples),
      ['front of "c"'],
    )
  })
})
