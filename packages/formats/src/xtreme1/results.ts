/** Reads the objects and classifications of an item. People's results come before those of models, which are predictions. */
import type { Losses } from "../carry/Losses.ts"
import { readItems } from "../drawn-images/DrawnImage.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import { isAttributeValue } from "../model/attributeValues.ts"
import type { Attributes, AttributeValue } from "../model/Scene.ts"
import { type Item, listResults, openDocument } from "./items.ts"

export interface Result {
  readonly objects: ReadonlyArray<Node>
  /** Of the image or frame. */
  readonly attributes: Attributes
  /** A model made the objects. */
  readonly isPredicted: boolean
}

/** Names of results that people made. */
const ownSources = /^(ground[ _]truth|without task)$/i

const isOwn = (result: Node): boolean => {
  const name = result.at("sourceName").value
  return typeof name !== "string" || ownSources.test(name)
}

/** Undefined where nobody and no model has worked on the item. Results of further models are counted. */
export const readResult = async (
  source: Source,
  { results }: Item,
  losses: Losses,
): Promise<Result | undefined> => {
  const [files, parts] = [new PartReader(losses, "records"), new PartReader(losses)]
  const all: Array<Node> = []
  for (const path of results) {
    const document = await files.readLater(() => openDocument(source, path))
    if (document !== undefined) all.push(...(parts.read(() => listResults(document)) ?? []))
  }
  const read = all.flatMap((result) => parts.read(() => ({ result, isOwn: isOwn(result) })) ?? [])
  const own = read.filter((one) => one.isOwn)
  const [chosen, ...others] = own.length > 0 ? own : read
  if (chosen === undefined) return undefined
  const left = own.length > 0 ? read.filter((one) => !one.isOwn) : others
  for (const { result } of left) losses.add("alternatives", result.place)
  const used = (own.length > 0 ? own : [chosen]).map(({ result }) => result)
  const attributes: Record<string, AttributeValue> = {}
  for (const result of used)
    for (const value of readItems(result.at("classificationValues"), parts))
      parts.read(() => Object.assign(attributes, readClassification(value, losses)))
  return {
    objects: used.flatMap((result) => readItems(result.at("objects"), parts)),
    attributes,
    isPredicted: own.length === 0,
  }
}

/** A classification with a list of values, or a value itself. */
const readClassification = (node: Node, losses: Losses): Attributes =>
  node.at("values").isPresent ? readValues(node.at("values"), losses) : readValues(node, losses)

/** Values have a name; several of one name, and lists, are lists of texts. */
export const readValues = (node: Node, losses: Losses): Attributes => {
  const attributes: Record<string, AttributeValue> = {}
  const parts = new PartReader(losses)
  const values = Array.isArray(node.value) ? node.items() : node.isPresent ? [node] : []
  for (const own of values)
    parts.read(() => {
      const name = own.at("name").text()
      const { place, value } = own.at("value")
      if (value === undefined || value === null || value === "") return
      if (!isAttributeValue(value)) losses.add("attribute-value", place)
      else if (!Object.hasOwn(attributes, name)) attributes[name] = value
      else attributes[name] = [attributes[name] ?? null, value].flat().map(String)
    })
  return attributes
}

/** The class of an object, or that of the model; fails for an object without one. */
export const readCategory = (object: Node): string => {
  const names = [object.at("className").value, object.at("modelClass").value]
  const name = names.find((own) => typeof own === "string" && own !== "")
  return typeof name === "string" ? name : object.fail("has no className.")
}

/** Attributes of the class, and the confidence of a model, which is the score. */
export const readAttributes = (object: Node, losses: Losses): Attributes => {
  const confidence = object.at("modelConfidence").value
  return {
    ...readValues(object.at("classValues"), losses),
    ...(typeof confidence === "number" && { score: confidence }),
  }
}
