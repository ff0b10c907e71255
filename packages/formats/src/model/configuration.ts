/** The configuration of a dataset, as JSON on the wire, to and from what formats know of it. */
import { Node } from "../files/Node.ts"
import type { AttributeDefinition, Category, Dataset } from "./Dataset.ts"

export const datasetOf = (
  head: Pick<Dataset, "name" | "description" | "taskType">,
  configuration: unknown,
): Dataset => {
  const root = new Node(configuration, "the configuration")
  return {
    ...head,
    categories: root.or([], (found) => found.at("categories").or([], (list) => list.items().map(categoryOf))),
    imageAttributes: root.or([], (found) => definitionsOf(found.at("image_attributes"))),
  }
}

export const categoryOf = (node: Node): Category => ({
  id: node.at("id").whole(),
  name: node.at("name").text(),
  color: node.at("color").or(null, (color) => color.numbers()),
  hasInstances: node.at("has_instances").or(true, (found) => found.truth()),
  attributes: definitionsOf(node.at("attributes")),
})

/** Definitions of attributes; none where the node is absent. */
export const definitionsOf = (node: Node): ReadonlyArray<AttributeDefinition> =>
  node.or([], (list) =>
    list.items().map((item) => ({
      ...item.object(),
      name: item.at("name").text(),
      input_type: item.at("input_type").text(),
    })),
  )

export const configurationOf = ({
  categories,
  imageAttributes,
}: Dataset): Readonly<Record<string, unknown>> => ({
  format_version: "0.1",
  categories: categories.map(({ attributes, color, hasInstances, id, name }) => ({
    id,
    name,
    has_instances: hasInstances,
    ...(color !== null && { color }),
    ...(attributes.length > 0 && { attributes }),
  })),
  ...(imageAttributes.length > 0 && { image_attributes: imageAttributes }),
})
