/** Boxes of an image as `datasets` has them: an object of lists, or a list of objects. */
import type { Losses } from "../carry/Losses.ts"
import type { DrawnShape } from "../drawn-images/DrawnImage.ts"
import type { CategoryNames } from "../drawn-images/makeBoxReader.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { isAttributeValue } from "../model/attributeValues.ts"
import type { AttributeValue } from "../model/Scene.ts"
import { categoryKeys } from "./datasetCard.ts"

/** A box with what further members of the objects say of it. */
interface ObjectBox {
  readonly box: Node
  readonly category: Node
  readonly others: ReadonlyArray<readonly [string, Node]>
}

/** An object of lists, or a list of objects: `datasets` takes both. */
const openObjects = (objects: Node): ReadonlyArray<ObjectBox> => {
  if (Array.isArray(objects.value)) return objects.items().map(openObject)
  const key = categoryKeys.find((own) => objects.at(own).isPresent)
  const boxes = objects.at("bbox").or([], (list) => list.items())
  const categories = key === undefined ? [] : objects.at(key).items()
  if (categories.length !== boxes.length)
    objects.fail(`must have a category for each of its ${boxes.length} boxes, not ${categories.length}.`)
  const others = objects.keys().filter((own) => own !== key && own !== "bbox")
  const lists = others.map((own) => [own, readList(objects.at(own))] as const)
  return boxes.map((box, index) => ({
    box,
    category: categories[index] ?? box,
    others: lists.flatMap(([own, list]) => (list[index] === undefined ? [] : [[own, list[index]] as const])),
  }))
}

const openObject = (object: Node): ObjectBox => {
  const key = categoryKeys.find((own) => object.at(own).isPresent) ?? "category"
  const others = object.keys().filter((own) => own !== key && own !== "bbox")
  return {
    box: object.at("bbox"),
    category: object.at(key),
    others: others.map((own) => [own, object.at(own)] as const),
  }
}

const readList = (node: Node): ReadonlyArray<Node> => (Array.isArray(node.value) ? node.items() : [])

/** Fails where the members are no boxes with categories; odd boxes are counted. */
export const readObjects = (
  objects: Node,
  losses: Losses,
  names: CategoryNames,
): ReadonlyArray<DrawnShape> => {
  const parts = new PartReader(losses, "rows")
  return openObjects(objects).flatMap((object) => parts.read(() => readBox(object, losses, names)) ?? [])
}

/** The names that tools give the score of a prediction. */
const scoreKeys: ReadonlySet<string> = new Set(["score", "scores", "confidence", "confidences"])

/** x, y, width and height, as COCO has them. Other members of the objects are attributes. */
const readBox = ({ box, category, others }: ObjectBox, losses: Losses, names: CategoryNames): DrawnShape => {
  const values: ReadonlyArray<unknown> = Array.isArray(box.value) ? box.value : []
  const numbers = values.filter(
    (value): value is number => typeof value === "number" && Number.isFinite(value),
  )
  const [x = 0, y = 0, width = -1, height = -1] = numbers
  if (values.length !== 4 || numbers.length !== 4 || width < 0 || height < 0)
    box.fail("is not a box: x, y, width and height.")
  const attributes: Record<string, AttributeValue> = {}
  for (const [key, { value }] of others)
    if (value === null) continue
    else if (isAttributeValue(value))
      attributes[typeof value === "number" && scoreKeys.has(key) ? "score" : key] = value
    else losses.add("unknown", `${box.place}: ${key}`)
  return {
    category: readCategory(category, names),
    attributes,
    type: "bbox",
    points: [
      [x, y],
      [x + width, y + height],
    ],
  }
}

const readCategory = (node: Node, names: CategoryNames): string => {
  const { value } = node
  if (typeof value === "number" && Number.isSafeInteger(value)) return names.get(value) ?? String(value)
  return typeof value === "string" && value !== ""
    ? value
    : node.fail("is neither a name nor a number of a category.")
}
