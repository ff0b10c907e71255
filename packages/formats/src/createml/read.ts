/** Reads every JSON list of images with boxes. They are read twice: the categories are known at the end. */
import { posix } from "node:path"
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { jsonList } from "../files/jsonList.ts"
import type { Node } from "../files/Node.ts"
import type { Source } from "../files/Source.ts"
import { findBeside, nameImages } from "../images/besideRecord.ts"
import { ImageResolver } from "../images/ImageResolver.ts"
import { splitOfFolder } from "../images/setPaths.ts"
import { CategoryNumbers } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Annotation, Drawing, Scene } from "../model/Scene.ts"

/** Older files say `imagefilename` and `annotation`. */
const imageOf = (record: Node): Node => record.at("image").or(record.at("imagefilename"), (found) => found)

const boxesOf = (record: Node): ReadonlyArray<Node> => {
  const list = record.at("annotations").or(record.at("annotation"), (found) => found)
  return list.or([], (found) => found.items())
}

const looksRight = (record: Node): boolean =>
  typeof record.value === "object" &&
  record.value !== null &&
  typeof imageOf(record).value === "string" &&
  ("annotations" in record.value || "annotation" in record.value)

/** The lists of images among the files. */
const findLists = async (source: Source): Promise<ReadonlyArray<string>> => {
  const lists: Array<string> = []
  for (const path of source.paths.filter((own) => own.toLowerCase().endsWith(".json"))) {
    const start = Buffer.from(await source.range(path, 0, 64)).toString("latin1")
    if (!/^(ï»¿)?\s*\[/.test(start)) continue
    for await (const record of jsonList(source, path)) {
      if (looksRight(record)) lists.push(path)
      break
    }
  }
  return lists
}

export const readCreateml: Reader = {
  detect: async (source) => (await findLists(source))[0],
  read: async (source, context) => {
    const lists = await findLists(source)
    if (lists.length === 0) throw new FormatError(".", "has no JSON list of images with annotations.")
    const labels = new Set<string>()
    const resolver = new ImageResolver(source)
    /** The list that has each image. */
    const images = new Map<string, string>()
    for (const path of lists)
      for await (const record of jsonList(source, path)) {
        const image = findBeside(resolver, path, imageOf(record).text(), record.place)
        if (images.has(image)) record.fail(`has the image ${image}, which another record has.`)
        images.set(image, path)
        for (const box of boxesOf(record)) {
          const { value } = box.at("label")
          if (typeof value === "string" && value !== "") labels.add(value)
        }
      }
    const numbers = new CategoryNumbers([...labels].sort())
    return {
      dataset: {
        name: "createml",
        description: "",
        taskType: "bboxes",
        categories: numbers.categories,
        imageAttributes: [],
      },
      scenes: scenes({ source, resolver, lists, numbers, names: nameImages(images), context }),
    }
  },
}

interface Reading {
  readonly source: Source
  readonly resolver: ImageResolver
  readonly lists: ReadonlyArray<string>
  readonly numbers: CategoryNumbers
  readonly names: ReadonlyMap<string, string>
  readonly context: ReadContext
}

async function* scenes({ context, lists, names, numbers, resolver, source }: Reading): AsyncGenerator<Scene> {
  for (const path of lists)
    for await (const record of jsonList(source, path)) {
      const image = findBeside(resolver, path, imageOf(record).text(), record.place)
      const annotations: Array<Annotation> = []
      for (const box of boxesOf(record)) {
        const drawing = readBox(box, annotations.length + 1, numbers, context)
        if (drawing !== undefined) annotations.push(drawing)
      }
      const frame = { ...emptyFrame, image: { url: image, size: await context.sizeOf(image) }, annotations }
      const split = splitOfFolder(posix.basename(posix.dirname(path)))
      yield { ...emptyScene, name: names.get(image) ?? image, kind: "image-vector", split, frames: [frame] }
    }
}

/** Undefined, and counted, for a box without a label or with other numbers. */
const readBox = (
  box: Node,
  id: number,
  numbers: CategoryNumbers,
  { losses }: ReadContext,
): Drawing | undefined => {
  const label = box.at("label").value
  const values = ["x", "y", "width", "height"].map(
    (key) => box.at("coordinates").or(box, (found) => found.at(key)).value,
  )
  const [x, y, width, height] = values.map((value) => (typeof value === "number" ? value : Number.NaN))
  if (typeof label !== "string" || label === "") {
    losses.add("rows", `${box.place} has no label`)
    return undefined
  }
  if (
    x === undefined ||
    y === undefined ||
    !values.every(isNumber) ||
    !((width ?? -1) >= 0 && (height ?? -1) >= 0)
  ) {
    losses.add("rows", `${box.place} has no center and size`)
    return undefined
  }
  const half = [(width ?? 0) / 2, (height ?? 0) / 2] as const
  const known = new Set(["label", "coordinates", "confidence"])
  const score = box.at("confidence").value
  if (typeof box.value === "object" && box.value !== null)
    for (const key of Object.keys(box.value))
      if (!known.has(key)) losses.add("unknown", `${box.place}/${key}`)
  return {
    id,
    categoryId: numbers.of(label),
    trackId: null,
    isKeyframe: true,
    attributes: typeof score === "number" ? { score } : {},
    type: "bbox",
    points: [
      [x - half[0], y - half[1]],
      [x + half[0], y + half[1]],
    ],
  }
}

const isNumber = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value)
