/** The configuration of a dataset, as JSON on the wire, to and from what formats know of it. */
import { Node } from "../files/Node.ts"
import { isFiniteJson } from "./attributeValues.ts"
import type { AttributeDefinition, Category, Dataset, SkeletonDefinition } from "./Dataset.ts"

export const readConfiguredDataset = (
  head: Pick<Dataset, "name" | "description" | "taskType">,
  configuration: unknown,
): Dataset => {
  const root = new Node(configuration, "the configuration")
  return {
    ...head,
    categories: root.or([], (found) =>
      found.at("categories").or([], (list) => list.items().map(readCategory)),
    ),
    imageAttributes: root.or([], (found) => readDefinitions(found.at("image_attributes"))),
  }
}

export const readCategory = (node: Node): Category => ({
  id: node.at("id").whole(),
  name: node.at("name").text(),
  color: node.at("color").or(null, (color) => color.numbers()),
  hasInstances: node.at("has_instances").or(true, (found) => found.truth()),
  attributes: readDefinitions(node.at("attributes")),
  ...node.at("skeleton").or({}, (found) => ({ skeleton: readSkeleton(found) })),
})

/** Of a category, as in its JSON. */
export const readSkeleton = (node: Node): SkeletonDefinition => ({
  joints: node
    .at("joints")
    .items()
    .map((joint) => ({
      name: joint.at("name").text(),
      ...joint.at("sigma").or({}, (sigma) => ({ sigma: sigma.number() })),
    })),
  edges: node.at("edges").or([], readPairs),
  flip: node.at("flip").or([], readPairs),
})

const readPairs = (node: Node): ReadonlyArray<readonly [string, string]> =>
  node.items().map((pair) => {
    const [a, b, ...others] = pair.items().map((name) => name.text())
    return a === undefined || b === undefined || others.length > 0 ? pair.fail("must be two names.") : [a, b]
  })

/** The JSON of a skeleton. Empty lists are left out. */
export const toSkeletonJson = ({
  edges,
  flip,
  joints,
}: SkeletonDefinition): Readonly<Record<string, unknown>> => ({
  joints,
  ...(edges.length > 0 && { edges }),
  ...(flip.length > 0 && { flip }),
})

/** Definitions of attributes; none where the node is absent. */
export const readDefinitions = (node: Node): ReadonlyArray<AttributeDefinition> =>
  node.or([], (list) =>
    list.items().map((item) => ({
      ...(isFiniteJson(item.value) ? item.object() : item.fail("has a number that is not finite.")),
      name: item.at("name").text(),
      input_type: item.at("input_type").text(),
    })),
  )

export const toConfiguration = ({
  categories,
  imageAttributes,
}: Dataset): Readonly<Record<string, unknown>> => ({
  format_version: "0.1",
  categories: categories.map(({ attributes, color, hasInstances, id, name, skeleton }) => ({
    id,
    name,
    has_instances: hasInstances,
    ...(color !== null && { color }),
    ...(attributes.length > 0 && { attributes }),
    ...(skeleton && { skeleton: toSkeletonJson(skeleton) }),
  })),
  ...(imageAttributes.length > 0 && { image_attributes: imageAttributes }),
})
