/** `polygons/KEY.json`: the size of an image, and its objects in the order in which they were drawn. */
import type { Losses } from "../carry/Losses.ts"
import {
  checkPoints,
  type DrawnShape,
  readItems,
  readSize,
  toAnnotations,
} from "../drawn-images/DrawnImage.ts"
import type { ReadContext } from "../Format.ts"
import { readJsonFile } from "../files/json.ts"
import { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import { makeCategoryIds } from "../model/categoryIds.ts"
import type { Category, Dataset } from "../model/Dataset.ts"
import { emptyFrame, emptyScene } from "../model/empty.ts"
import type { Point } from "../model/exactShapes.ts"
import type { Scene } from "../model/Scene.ts"
import type { LabelFile, LabelFolder } from "./layout.ts"

/** A file of labels with the image that it belongs to. */
export interface PlacedFile {
  readonly file: LabelFile
  /** The image; the path where it would be, if it is not among the files. */
  readonly url: string
  readonly scene: Pick<Scene, "name" | "split"> & Partial<Pick<Scene, "file" | "set">>
}

export interface MapillaryReading {
  readonly source: Source
  readonly context: ReadContext
  readonly dataset: Dataset
  /** As `config_v2.0.json` lists them. */
  readonly labels: ReadonlyArray<Category>
  readonly folder: LabelFolder
}

const openDocument = async (source: Source, path: string) => new Node(await readJsonFile(source, path), path)

/** Fails where there are files and none of them can be read. */
export const collectLabelNames = async (
  source: Source,
  labelFiles: ReadonlyArray<LabelFile>,
  losses: Losses,
): Promise<Set<string>> => {
  const names = new Set<string>()
  const documents = new PartReader(losses, "records")
  for (const { path } of labelFiles) {
    const shapes = await documents.readLater(async () => readShapes(await openDocument(source, path), losses))
    for (const { category } of shapes ?? []) names.add(category)
  }
  documents.checkAny()
  return names
}

export async function* readPolygons(
  placed: ReadonlyArray<PlacedFile>,
  { context, dataset, source }: MapillaryReading,
): AsyncGenerator<Scene> {
  const { losses, sizeOf } = context
  const findId = makeCategoryIds(dataset)
  const [documents, sizes] = [new PartReader(losses, "records"), new PartReader(losses)]
  for (const { file, scene, url } of placed) {
    const { path } = file
    const document = await documents.readLater(async () => {
      const opened = await openDocument(source, path)
      opened.object()
      return opened
    })
    if (document === undefined) continue
    const annotations = toAnnotations(readShapes(document, losses), (category) => findId(category, path))
    const size = readSize(document, sizes) ?? (source.has(url) ? await sizeOf(url) : null)
    yield {
      ...emptyScene,
      ...scene,
      kind: "image-vector",
      frames: [{ ...emptyFrame, image: { url, size }, annotations }],
    }
  }
}

const members: ReadonlySet<string> = new Set(["label", "polygon"])

/** Objects that cannot be read are counted. */
const readShapes = (document: Node, losses: Losses): ReadonlyArray<DrawnShape> => {
  const parts = new PartReader(losses)
  return readItems(document.at("objects"), parts).flatMap((object) => {
    const shape = parts.read(() => readShape(object))
    if (shape === undefined) return []
    for (const key of object.keys()) if (!members.has(key)) losses.add("unknown", object.at(key).place)
    return [shape]
  })
}

const readShape = (object: Node): DrawnShape => {
  const polygon = object.at("polygon")
  const points = polygon.items().map((point): Point => {
    const [x = 0, y = 0] = point.numbers(2)
    return [x, y]
  })
  return {
    category: object.at("label").text(),
    attributes: {},
    type: "polygon",
    points: checkPoints(points, 3, polygon),
  }
}
