/** Images: the file of data names the image, its size and its URL. */
import type { Losses } from "../carry/Losses.ts"
import { readLength, readText, toAnnotations } from "../drawn-images/DrawnImage.ts"
import { makeSceneMaker } from "../drawn-images/makeSceneMaker.ts"
import type { ReadContext } from "../Format.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { getImageEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { makeCategoryIds } from "../model/categoryIds.ts"
import type { Dataset } from "../model/Dataset.ts"
import { findPrediction } from "../model/predictions.ts"
import type { Scene, Size } from "../model/Scene.ts"
import { type Item, openDocument } from "./items.ts"
import { readResult } from "./results.ts"
import { readShapes } from "./shapes.ts"

interface ImageData {
  readonly url: string | null
  readonly size: Size | null
  /** The ending of its file. */
  readonly ending: string
}

const emptyData: ImageData = { url: null, size: null, ending: "" }

/** Later versions have a list of images, older ones the members of the only one. A size that is not one is counted. */
const readImageData = (data: Node, losses: Losses): ImageData => {
  const image = data.at("images").or(data, (list) => list.items()[0] ?? data)
  const findMember = (...names: ReadonlyArray<string>): Node | undefined =>
    names.map((name) => image.at(name)).find(({ isPresent }) => isPresent)
  const parts = new PartReader(losses, "images")
  const readMember = (member: Node | undefined) => member && readText(member, parts)
  const url = readMember(findMember("url", "imageUrl")) ?? null
  const [width, height] = [findMember("width", "imageWidth"), findMember("height", "imageHeight")]
  const name = readMember(findMember("filename", "zipPath", "imageZipPath")) ?? url
  const size = new PartReader(losses, "image-sizes").read(() =>
    width && height ? { width: readLength(width), height: readLength(height) } : null,
  )
  return {
    url,
    size: size ?? null,
    ending: name !== null ? getImageEnding(name.replace(/[?#].*$/, "")) : "",
  }
}

export async function* readImageScenes(
  source: Source,
  items: ReadonlyArray<Item>,
  dataset: Dataset,
  context: ReadContext,
): AsyncGenerator<Scene> {
  const { losses } = context
  const findId = makeCategoryIds(dataset)
  const makeScene = makeSceneMaker(source, context)
  const files = new PartReader(losses, "records")
  for (const item of items) {
    const { data, name, results, root } = item
    const path = data ?? results[0] ?? "."
    const image =
      data === undefined
        ? emptyData
        : await files.readLater(async () => readImageData(await openDocument(source, data), losses))
    if (image === undefined) continue
    const result = await readResult(source, item, losses)
    const shapes = readShapes(result?.objects ?? [], losses)
    const annotations = toAnnotations(shapes, (category) => findId(category, path))
    yield await makeScene({
      path,
      place: path,
      image: `${name}${image.ending}`,
      url: image.url,
      size: image.size,
      isStem: true,
      folders: ["image_0", "image_1", "image"].map((folder) => `${root}${folder}`),
      file: `${root}${name}${image.ending}`,
      attributes: result?.attributes ?? {},
      annotations,
      ...toStatus(result, annotations),
    })
  }
  files.checkAny()
}

/** Nobody has worked on an item without a result. */
const toStatus = (
  result: { readonly isPredicted: boolean } | undefined,
  annotations: Parameters<typeof findPrediction>[0],
): Pick<Scene, "status"> => {
  if (result === undefined) return { status: "UNLABELED" }
  const { status } = findPrediction(annotations)
  return result.isPredicted ? { status: "PRELABELED" } : status === undefined ? {} : { status }
}
