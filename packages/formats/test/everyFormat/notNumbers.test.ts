/** `NaN`, which Python writes into JSON, is no absent value: a reader counts it or refuses it, and takes no default in silence. */
import { assert, describe, it } from "vitest"
import type { Loss } from "../../src/carry/Losses.ts"
import { FormatError } from "../../src/FormatError.ts"
import { encodeFile } from "../files.ts"
import { importFiles } from "../roundTrips/content.ts"
import { type FormatFiles, makeFormatFiles, readableFormats } from "./everyFormat.ts"
import { furtherFiles } from "./furtherFiles.ts"

type Path = ReadonlyArray<string | number>

const mark = "this is not a number"

/** The places of one value of each kind: places that differ in numbers alone are of one kind. */
const findValues = (value: unknown, path: Path = [], places = new Map<string, Path>()) => {
  if (typeof value === "object" && value !== null) {
    for (const [key, part] of Object.entries(value))
      findValues(part, [...path, Array.isArray(value) ? Number(key) : key], places)
    return places
  }
  const kind = path.map((step) => (typeof step === "number" ? "*" : step.replace(/\d+/g, "*"))).join("/")
  if (value !== null && !places.has(kind)) places.set(kind, path)
  return places
}

const replace = (value: unknown, [step, ...rest]: Path): unknown => {
  if (step === undefined) return mark
  if (Array.isArray(value)) return value.with(Number(step), replace(value[Number(step)], rest))
  const members = value as Readonly<Record<string, unknown>>
  return { ...members, [step]: replace(members[step], rest) }
}

interface Place {
  readonly path: string
  readonly line: number
  readonly kind: string
  readonly place: Path
}

/** Files of one shape, such as those of each image, have one place of each kind. Tables have their own. */
const findPlaces = (path: string, documents: ReadonlyArray<unknown>) =>
  documents.flatMap((document, line) =>
    [...findValues(document)].map(([kind, place]): readonly [string, Place] => [
      Array.isArray(document) ? `${path} ${kind}` : kind,
      { kind, line, path, place },
    ]),
  )

/** Every file of JSON or of a JSON document in each line, with `NaN` in place of one value. */
const disturb = ({ files }: FormatFiles) => {
  const lines = new Map(
    [...files]
      .filter(([path]) => /\.(json|jsonl|ndjson)$/.test(path))
      .map(([path, bytes]) => {
        const text = new TextDecoder().decode(bytes)
        return [path, path.endsWith(".json") ? [text] : text.split("\n")] as const
      }),
  )
  const parseLine = (line: string): unknown => (line === "" ? undefined : JSON.parse(line))
  const places = new Map([...lines].flatMap(([path, texts]) => findPlaces(path, texts.map(parseLine))))
  return [...places.values()].map(({ kind, line, path, place }) => {
    const texts = lines.get(path) ?? []
    const changed = JSON.stringify(replace(parseLine(texts[line] ?? ""), place)).replace(`"${mark}"`, "NaN")
    return {
      name: `${path} /${kind}`,
      files: new Map(files).set(path, new TextEncoder().encode(texts.with(line, changed).join("\n"))),
    }
  })
}

const notes: ReadonlySet<string> = new Set(["empty-labels", "sets-in-names"])

const countLosses = (losses: ReadonlyArray<Loss>) =>
  losses.filter(({ kind }) => !notes.has(kind)).reduce((sum, { count }) => sum + count, 0)

/** Fails where a value that is not a number changes what is read and is neither counted nor refused. */
const checkNumbers = async (made: FormatFiles) => {
  const { format } = made
  const plain = await importFiles(format, made.files, made)
  const [silent, failed]: [Array<string>, Array<string>] = [[], []]
  for (const { files, name } of disturb(made)) {
    const read = await importFiles(format, files, made).catch((cause: unknown) => cause)
    if (read instanceof FormatError) continue
    if (read instanceof Error) failed.push(`${name}: ${read.message}`)
    else {
      const { content, losses } = read as typeof plain
      const isSame =
        JSON.stringify([content.dataset, content.records]) ===
        JSON.stringify([plain.content.dataset, plain.content.records])
      if (!isSame && countLosses(losses) <= countLosses(plain.losses)) silent.push(name)
    }
  }
  assert.strictEqual([...silent, ...failed].join("\n"), "")
}

describe("NaN in a file of JSON", () => {
  for (const format of readableFormats)
    it(`of ${format.name} is counted or refused`, async () => checkNumbers(await makeFormatFiles(format)))

  for (const { files, format: name, kind } of furtherFiles)
    it(`of ${name} (${kind}) is counted or refused`, async () => {
      const format = readableFormats.find((own) => own.name === name)
      if (format === undefined) return assert.fail(`There is no format ${name}.`)
      const encoded = new Map(Object.entries(files).map(([path, file]) => [path, encodeFile(file)]))
      await checkNumbers({ format, files: encoded, hasPictures: false })
    })
})

const readWith = async (name: string, change: (text: string) => string, strict = false) => {
  const format = readableFormats.find((own) => own.name === name)
  if (format === undefined) return assert.fail(`There is no format ${name}.`)
  const made = await makeFormatFiles(format)
  const files = new Map(
    [...made.files].map(([path, bytes]) => [
      path,
      path.endsWith(".json") ? new TextEncoder().encode(change(new TextDecoder().decode(bytes))) : bytes,
    ]),
  )
  assert.isTrue([...files].some(([path, bytes]) => bytes !== made.files.get(path)))
  const plain = await importFiles(format, made.files, { ...made, strict: false })
  return { plain, read: await importFiles(format, files, { ...made, strict }) }
}

const countAnnotations = (records: unknown): number =>
  (JSON.stringify(records).match(/"category_id":/g) ?? []).length

describe("NaN in an optional number", () => {
  const countPoints = (text: string) => text.replace(/"num_lidar_pts":\s*-?\d+/, '"num_lidar_pts": NaN')

  it("of nuScenes is counted at its place, and the cuboid is kept", async () => {
    const { plain, read } = await readWith("nuscenes", countPoints)
    assert.strictEqual(countAnnotations(read.content.records), countAnnotations(plain.content.records))
    const places = read.losses.find(({ kind }) => kind === "attribute-value")?.examples ?? []
    assert.match(places.join(), /sample_annotation\.json \/\d+\/num_lidar_pts must be a finite number/)
  })

  it("of nuScenes is refused by a strict import", async () => {
    const error = await readWith("nuscenes", countPoints, true).catch((cause: unknown) => cause)
    assert.match(String(error), /num_lidar_pts must be a finite number/)
  })

  it("of a COCO annotation is counted as a value, and the box is kept without a score", async () => {
    const { plain, read } = await readWith("coco", (text) => text.replace(/("iscrowd":)/, '"score": NaN, $1'))
    assert.strictEqual(countAnnotations(read.content.records), countAnnotations(plain.content.records))
    assert.match(JSON.stringify(read.losses), /annotations\/0\/score/)
    assert.notMatch(JSON.stringify(read.content.records), /"score"/)
  })
})
