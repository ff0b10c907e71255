/** Reads `metadata.jsonl`, a line for each image. The files are read twice: the categories are known at the end. */
import { posix } from "node:path"
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { parseJson } from "../files/json.ts"
import { linesOf } from "../files/lines.ts"
import { Node } from "../files/Node.ts"
import type { Source } from "../files/Source.ts"
import { findBeside, nameImages } from "../images/besideRecord.ts"
import { ImageResolver } from "../images/ImageResolver.ts"
import { splitOfFolder } from "../images/setPaths.ts"
import { CategoryNumbers } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { AttributeValue, Drawing, Scene, Split } from "../model/Scene.ts"

const fileName = "metadata.jsonl"

const findFiles = ({ paths }: Source): ReadonlyArray<string> =>
  paths.filter((path) => path === fileName || path.endsWith(`/${fileName}`))

async function* rowsOf(source: Source, path: string): AsyncGenerator<Node> {
  for await (const { number, text } of linesOf(source, path)) {
    const row = new Node(parseJson(text, `${path} line ${number}`), `${path} line ${number}`)
    if (row.at("file_name").isPresent) yield row
    else throw new FormatError(path, `has no file_name in line ${number}.`)
  }
}

/** The lists of the boxes and of their categories: tools call these `categories`, `category` or `label`. */
const objectsOf = (row: Node) => {
  const objects = row.at("objects")
  if (!objects.isPresent) return undefined
  const key = ["categories", "category", "category_id", "label", "labels"].find(
    (own) => objects.at(own).isPresent,
  )
  const boxes = objects.at("bbox").or([], (list) => list.items())
  const categories = key === undefined ? [] : objects.at(key).items()
  if (categories.length !== boxes.length)
    objects.fail(`must have a category for each of its ${boxes.length} boxes, not ${categories.length}.`)
  const others = objects.keys().filter((own) => own !== key && own !== "bbox")
  return { boxes, names: categories.map(({ value }) => String(value)), objects, others }
}

export const readImagefolder: Reader = {
  detect: async (source) => {
    for (const path of findFiles(source))
      for await (const row of rowsOf(source, path)) return row.at("objects").isPresent ? path : undefined
    return undefined
  },
  read: async (source, context) => {
    const files = findFiles(source)
    if (files.length === 0) throw new FormatError(fileName, "is missing.")
    const labels = new Set<string>()
    const resolver = new ImageResolver(source)
    /** The file that has each image. */
    const images = new Map<string, string>()
    for (const path of files)
      for await (const row of rowsOf(source, path)) {
        const image = findBeside(resolver, path, row.at("file_name").text(), row.place)
        if (images.has(image)) row.fail(`has the image ${image}, which another row has.`)
        images.set(image, path)
        for (const name of objectsOf(row)?.names ?? []) labels.add(name)
      }
    const numbers = new CategoryNumbers([...labels].sort())
    return {
      dataset: {
        name: "imagefolder",
        description: "",
        taskType: "bboxes",
        categories: numbers.categories,
        imageAttributes: [],
      },
      scenes: scenes({ source, resolver, files, numbers, names: nameImages(images), context }),
    }
  },
}

interface Reading {
  readonly source: Source
  readonly resolver: ImageResolver
  readonly files: ReadonlyArray<string>
  readonly numbers: CategoryNumbers
  readonly names: ReadonlyMap<string, string>
  readonly context: ReadContext
}

async function* scenes({ context, files, names, numbers, resolver, source }: Reading): AsyncGenerator<Scene> {
  for (const path of files)
    for await (const row of rowsOf(source, path)) {
      const image = findBeside(resolver, path, row.at("file_name").text(), row.place)
      const size = await context.sizeOf(image)
      const objects = objectsOf(row)
      const annotations = (objects?.boxes ?? []).flatMap((box, index) =>
        readBox(box, index, { ...objects, names: objects?.names ?? [] }, numbers, context),
      )
      const frame = { ...emptyFrame, image: { url: image, size }, annotations }
      const local = posix.relative(posix.dirname(path), image)
      const { file_name: _, objects: __, ...metadata } = row.object()
      yield {
        ...emptyScene,
        name: names.get(image) ?? image,
        kind: "image-vector",
        split: findSplit(path, local),
        metadata,
        ...(objects === undefined && { status: "UNLABELED" as const }),
        frames: [{ ...frame, annotations: annotations.map((own, index) => ({ ...own, id: index + 1 })) }],
      }
    }
}

/** By the folder of the file, or the first folder of the image where the file is at the root. */
const findSplit = (path: string, local: string): Split | null =>
  splitOfSet(posix.basename(posix.dirname(path))) ??
  (local.includes("/") ? splitOfSet(local.split("/")[0] ?? "") : null)

/** Hugging Face calls the set `validation`. */
const splitOfSet = (folder: string): Split | null => splitOfFolder(folder === "validation" ? "val" : folder)

interface Objects {
  readonly names: ReadonlyArray<string>
  readonly objects?: Node
  readonly others?: ReadonlyArray<string>
}

/** x, y, width and height, as COCO has them. Other lists of the objects are attributes. */
const readBox = (
  box: Node,
  index: number,
  { names, objects, others = [] }: Objects,
  numbers: CategoryNumbers,
  { losses }: ReadContext,
): ReadonlyArray<Drawing> => {
  const values = Array.isArray(box.value) ? box.value : []
  const isBox =
    values.length === 4 && values.every((value) => typeof value === "number" && Number.isFinite(value))
  const [x = 0, y = 0, width = -1, height = -1]: ReadonlyArray<number> = isBox ? values : []
  if (width < 0 || height < 0) {
    losses.add("rows", `${box.place} is not a box: x, y, width and height`)
    return []
  }
  const attributes: Record<string, AttributeValue> = {}
  for (const key of others) {
    const list = objects?.at(key).value
    const value: unknown = Array.isArray(list) ? list[index] : undefined
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
      attributes[key] = value
    else if (value !== null && value !== undefined) losses.add("unknown", `${box.place}: ${key}`)
  }
  return [
    {
      id: index + 1,
      categoryId: numbers.of(names[index] ?? ""),
      trackId: null,
      isKeyframe: true,
      attributes,
      type: "bbox",
      points: [
        [x, y],
        [x + width, y + height],
      ],
    },
  ]
}
