import { readFileSync, writeFileSync } from "node:fs"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { Abilities } from "../src/carry/Abilities.ts"
import { carry } from "../src/carry/carry.ts"
import { Losses, lossKinds } from "../src/carry/Losses.ts"
import type { Format } from "../src/Format.ts"
import { memorySource } from "../src/files/Source.ts"
import { formats } from "../src/formats.ts"
import { detectFormats } from "../src/importing/detect.ts"
import type { ExactShapeType } from "../src/model/exactShapes.ts"
import type { Kind } from "../src/model/Scene.ts"
import { made } from "./arbitraries.ts"
import { collected, each, written } from "./roundTrip.ts"
import {
  commonFeatures,
  cuboidFeatures,
  type Feature,
  fileFeatures,
  imageFeatures,
  maskFeatures,
  pictureFeatures,
  sequenceFeatures,
} from "./roundTrips/features.ts"

const kindTitles: { readonly [Key in Kind]: string } = {
  "image-vector": "image shapes",
  "image-segmentation": "image masks",
  cuboid: "cuboids",
  "cloud-vector": "point cloud shapes",
  "cloud-segmentation": "point cloud masks",
}

const yes = (able: boolean): string => (able ? "yes" : "–")

const exactTitles: { readonly [Type in ExactShapeType]: string } = {
  rotated_box: "rotated box",
  ellipse: "ellipse",
  skeleton: "skeleton",
  multipolygon: "parts",
}

const exactCell = ({ exactShapes = [], polygonHoles = true, shapeMasks }: Abilities): string =>
  [
    ...exactShapes.map((type) => exactTitles[type]),
    ...(exactShapes.includes("multipolygon") && polygonHoles ? ["holes"] : []),
    ...(shapeMasks ? ["masks"] : []),
  ].join(", ") || "–"

/** A row of the table, from the abilities alone. */
const cellsOf = ({ abilities, name, reader, title, write }: Format): ReadonlyArray<string> => {
  const {
    annotations,
    attributes,
    cameras,
    decimals,
    kinds,
    links,
    metadata,
    rotation,
    sequences,
    timestamps,
    tracks,
  }: Abilities = abilities
  return [
    `\`${name}\``,
    title,
    [write && "out", reader && "in"].filter(Boolean).join(", "),
    kinds.map((kind) => kindTitles[kind]).join(", "),
    annotations.filter((type) => type !== "segment").join(", ") || "–",
    exactCell(abilities),
    sequences === "kept" ? (tracks ? "with tracks" : "yes") : "frames",
    attributes === "none"
      ? "–"
      : attributes === "typed"
        ? "yes"
        : attributes === "text"
          ? "as text"
          : "as defined",
    rotation === "none" ? "–" : rotation,
    timestamps === "none" ? "–" : timestamps,
    yes(links),
    yes(metadata),
    cameras === "first" ? "the first" : yes(cameras),
    decimals === null ? "all" : String(decimals),
  ]
}

const heading = [
  "name",
  "format",
  "direction",
  "labels",
  "shapes",
  "exact shapes",
  "sequences",
  "attributes",
  "rotation",
  "timestamps",
  "links",
  "metadata",
  "cameras",
  "digits",
]

const tableOf = (rows: ReadonlyArray<ReadonlyArray<string>>): string => {
  const columns = rows[0] ?? []
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: ReadonlyArray<string>) =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`
  const [first = [], ...rest] = rows
  return [line(first), line(widths.map((width) => "-".repeat(width))), ...rest.map(line)].join("\n")
}

const readme = new URL("../README.md", import.meta.url)

const findBlock = (name: string) =>
  new RegExp(`(<!-- generated: ${name} -->\\n)[\\s\\S]*?(\\n<!-- /generated -->)`)

/** The text with the block of the name in its place. */
const withBlock = (text: string, name: string, block: string): string =>
  text.replace(findBlock(name), (_, start: string, end: string) => `${start}\n${block}\n${end}`)

/** The formats that are written and read, and have the labels of which the feature is one. */
const listCarriers = ({ isCarried }: Pick<Feature, "isCarried">, kinds: ReadonlyArray<Kind>): string => {
  const able = formats.filter(
    ({ abilities, reader, write }) =>
      write !== undefined &&
      reader !== undefined &&
      abilities.annotations.length > 0 &&
      abilities.kinds.some((kind) => kinds.includes(kind)),
  )
  const carriers = able.filter(({ abilities }) => isCarried(abilities, [abilities]))
  if (carriers.length === able.length) return "all"
  const others = able.filter((format) => !carriers.includes(format))
  const print = (list: ReadonlyArray<Format>) => list.map(({ name }) => `\`${name}\``).join(", ")
  return others.length <= 4 ? `all but ${print(others)}` : print(carriers)
}

/** Compared by `test/everyFormat`, since records of imports have unfinished states alone. */
const states: Pick<Feature, "title" | "isCarried"> = {
  title: "states of samples",
  isCarried: ({ statuses }) => statuses,
}

const listFeatures = () => {
  const every: ReadonlyArray<Kind> = ["image-vector", "image-segmentation", "cuboid"]
  return [
    ...imageFeatures.map((feature) => [feature, ["image-vector"]] as const),
    ...maskFeatures.map((feature) => [feature, ["image-segmentation"]] as const),
    ...cuboidFeatures.map((feature) => [feature, ["cuboid"]] as const),
    ...[...commonFeatures, ...pictureFeatures, ...fileFeatures, ...sequenceFeatures].map(
      (feature) => [feature, every] as const,
    ),
    [states, every],
  ] as ReadonlyArray<readonly [Pick<Feature, "title" | "isCarried">, ReadonlyArray<Kind>]>
}

/** Features that the same formats carry have one row, in the place of the first. */
const joinRows = (rows: ReadonlyArray<readonly [string, string]>) => {
  const titles = new Map<string, Array<string>>()
  for (const [title, carriers] of rows) titles.set(carriers, [...(titles.get(carriers) ?? []), title])
  return [...titles].map(([carriers, all]) => [all.join(", "), carriers])
}

describe("the tables of formats and features in the README", () => {
  it("are those that the abilities give; UPDATE_README=1 writes them", () => {
    const text = readFileSync(readme, "utf8")
    const features = joinRows(
      listFeatures().map(([feature, kinds]) => [feature.title, listCarriers(feature, kinds)]),
    )
    const wanted = withBlock(
      withBlock(text, "formats", tableOf([heading, ...formats.map(cellsOf)])),
      "features",
      tableOf([["feature", "comes back from"], ...features]),
    )
    if (process.env.UPDATE_README === "1") writeFileSync(readme, wanted)
    else assert.strictEqual(text, wanted)
  })
})

describe("the formats", () => {
  it("have names that commands take, each once", () => {
    const names = formats.map(({ name }) => name)
    assert.deepStrictEqual([...new Set(names)], names)
    for (const name of names) assert.match(name, /^[a-z][a-z0-9-]*$/)
  })

  for (const format of formats) {
    const { abilities, name, reader, write } = format
    if (reader === undefined || write === undefined) continue
    it(`find files of ${name} to be that, and nothing else`, async () => {
      const kind = abilities.kinds[0]
      if (kind === undefined) throw new Error("It carries no labels.")
      for (const one of fc.sample(made(kind, abilities.sequences === "kept"), { numRuns: 10, seed: 1 })) {
        const { files } = await written(format, one)
        // Files without annotations may be of several formats.
        const scenes = await collected(carry(one.dataset, each(one.scenes), abilities, new Losses()).scenes)
        if (!scenes.some(({ frames }) => frames.some(({ annotations }) => annotations.length > 0))) continue
        const found = await detectFormats(memorySource(files), formats)
        assert.deepStrictEqual(
          found.map(({ format }) => format.name),
          [name],
        )
      }
    })
  }
})

describe("kinds of losses", () => {
  it("are sentences without an end, to follow a number", () => {
    for (const meaning of Object.values(lossKinds)) assert.match(meaning, /^[a-z].*[^.]$/)
  })

  it("are in the singular for one", () => {
    for (const kind of Object.keys(lossKinds) as Array<keyof typeof lossKinds>) {
      const [once, twice] = [new Losses(), new Losses()]
      once.add(kind, "a")
      twice.add(kind, "a", 2)
      assert.match(once.list()[0]?.meaning ?? "", /^[a-z].*[^.]$/)
      assert.notStrictEqual(once.list()[0]?.meaning, twice.list()[0]?.meaning)
    }
  })
})
