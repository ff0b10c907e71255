/** Results of an annotation, grouped by region: the shape, its label and its values are results of the same id. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import type { AttributeValue } from "../model/Scene.ts"
import { stripMark } from "./controls.ts"
import { isJoint } from "./joints.ts"
import type { Config } from "./readConfig.ts"

export interface Group {
  readonly id: string
  /** The result with a shape; undefined for values of the whole image. */
  readonly shape: Node | undefined
  readonly results: ReadonlyArray<Node>
  readonly isRelation: boolean
}

/** Results with a shape, with and without labels in it. */
const shapes = new Set(
  ["rectangle", "polygon", "vector", "keypoint", "ellipse", "brush", "bitmask", "videorectangle"].flatMap(
    (type) => [type, `${type}labels`],
  ),
)

const values = new Set(["choices", "number", "rating", "textarea", "datetime", "taxonomy"])

/** Results of types that Annotary does not know are counted. */
export const groupResults = (result: Node, losses?: Losses): ReadonlyArray<Group> => {
  const byId = new Map<string, Array<Node>>()
  const relations: Array<Group> = []
  const parts = new PartReader(losses ?? null)
  for (const node of result.items()) {
    const type = parts.read(() => node.at("type"))?.value
    if (type === undefined && !isObject(node)) continue
    if (type === "relation") {
      relations.push({ id: "", shape: undefined, results: [node], isRelation: true })
      continue
    }
    if (typeof type !== "string" || !(shapes.has(type) || values.has(type) || type === "labels")) {
      losses?.add("shapes", `${node.place}: type ${JSON.stringify(type)}`)
      continue
    }
    const id =
      parts.read(() => node.at("id").or(undefined, (own) => own.toWord())) ?? makeOwnId(type, byId.size)
    const group = byId.get(id)
    if (group === undefined) byId.set(id, [node])
    else group.push(node)
  }
  const groups = [...byId].map(([id, results]) => ({
    id,
    results,
    isRelation: false,
    shape: results.find((one) => shapes.has(one.at("type").text())),
  }))
  return [...groups, ...relations]
}

/** A shape without an id is a separate region; values without one are of the image. */
const makeOwnId = (type: string, number: number): string => (shapes.has(type) ? `${noId}${number}` : "")

/** No id begins with it. */
const noId = "\n"

const isObject = ({ value }: Node): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Whether the region is a track of a video. */
export const hasSequence = (shape: Node): boolean => {
  const { value } = shape.at("value")
  return typeof value === "object" && value !== null && Reflect.get(value, "sequence") != null
}

/** The first label of the region. */
export const getLabel = (group: Group): string | undefined => listLabels(group)[0]

const listLabels = ({ results }: Group): ReadonlyArray<string> => {
  for (const result of results) {
    const type = result.at("type").text()
    if (values.has(type) || type === "relation") continue
    const value = result.at("value")
    const labels = value.at(type.endsWith("labels") && value.at(type).isPresent ? type : "labels")
    if (labels.isPresent) return labels.items().map((label) => label.text())
  }
  return []
}

/** Marks of regions that are kept where they are true. */
const marks = ["hidden", "locked", "readonly"]

/** The score of a prediction, where the region came from, and marks of the editor. */
const readRegionFields = (region: Node): Record<string, AttributeValue> => {
  const { value: score } = region.at("score")
  const { value: origin } = region.at("origin")
  return {
    ...(typeof score === "number" && { score }),
    ...(typeof origin === "string" && origin !== "manual" && { origin }),
    ...Object.fromEntries(marks.filter((name) => region.at(name).value === true).map((name) => [name, true])),
  }
}

/** The values of a region, or of an image. */
export const readAttributes = (group: Group, config: Config | null, losses: Losses) => {
  const attributes = group.shape === undefined ? {} : readRegionFields(group.shape)
  const parts = new PartReader(losses, "attribute-value")
  for (const result of group.results) {
    if (values.has(result.at("type").text())) {
      parts.read(() => {
        const control = result.at("from_name").text()
        attributes[stripMark(control)] = readResultValue(result, config?.truths.has(control) === true)
      })
    } else if (!isJoint(result) && result.at("meta").or(false, (meta) => meta.keys().length > 0))
      losses.add("unknown", `${result.place}/meta`)
  }
  const more = listLabels(group).length - 1
  if (more > 0) losses.add("unknown", `${group.results[0]?.place}: further labels`, more)
  return attributes
}

const readResultValue = (result: Node, isTruth: boolean): AttributeValue => {
  const type = result.at("type").text()
  const value = result.at("value")
  if (type === "number" || type === "rating") return value.at(type).number()
  if (type === "datetime") return value.at(type).text()
  if (type === "taxonomy") {
    const paths = value
      .at(type)
      .items()
      .map((path) =>
        path
          .items()
          .map((step) => step.text())
          .join("/"),
      )
    return paths.length === 1 ? (paths[0] ?? "") : paths
  }
  const valueNode = value.at(type === "choices" ? "choices" : "text")
  if (typeof valueNode.value === "string") return valueNode.value
  const texts = valueNode.items().map((text) => text.text())
  const [first = ""] = texts
  if (texts.length !== 1) return texts
  return isTruth ? first === "true" : first
}
