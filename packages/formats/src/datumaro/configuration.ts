/** The categories and infos of a Datumaro file: the configuration of the dataset. */
import type { Node } from "../files/Node.ts"
import type { AttributeDefinition, Category, Dataset } from "../model/Dataset.ts"

/** Numbers of Datumaro for what items are. */
export const mediaTypes = { other: 1, image: 2, cloud: 6 } as const

export const printInfos = ({ categories, description, imageAttributes, name, taskType }: Dataset) => ({
  annotary: {
    name,
    description,
    task_type: taskType,
    categories: categories.map(({ attributes, hasInstances, id }) => ({
      id,
      has_instances: hasInstances,
      attributes,
    })),
    image_attributes: imageAttributes,
  },
})

export const printCategories = ({ categories }: Dataset) => {
  const colormap = categories.flatMap(({ color }, label_id) => {
    if (color === null) return []
    const [r = 0, g = 0, b = 0] = color
    return [{ label_id, r, g, b }]
  })
  return {
    label: {
      labels: categories.map(({ attributes, name }) => ({
        name,
        parent: "",
        attributes: attributes.map((one) => one.name),
      })),
      label_groups: [],
      attributes: [],
    },
    ...(colormap.length > 0 && { mask: { colormap } }),
  }
}

/** The labels in their order, with what our writer says about them. */
export const readCategories = (categories: Node, infos: Node): ReadonlyArray<Category> => {
  const own = ownInfos(infos)?.at("categories").items()
  const colors = new Map(
    categories.at("mask").or([], (mask) =>
      mask
        .at("colormap")
        .items()
        .map(
          (one) => [one.at("label_id").whole(), ["r", "g", "b"].map((part) => one.at(part).whole())] as const,
        ),
    ),
  )
  const labels = categories.at("label").or([], (label) => label.at("labels").items())
  return labels.map((label, index) => ({
    id: own?.[index]?.at("id").whole() ?? index + 1,
    name: label.at("name").text(),
    color: colors.get(index) ?? null,
    hasInstances: own?.[index]?.at("has_instances").truth() ?? true,
    attributes: own?.[index] === undefined ? [] : definitionsOf(own[index].at("attributes")),
  }))
}

/** Undefined for files of another tool. */
export const ownInfos = (infos: Node): Node | undefined =>
  infos.or(undefined, (found) => found.at("annotary").or(undefined, (own) => own))

export const definitionsOf = (node: Node): ReadonlyArray<AttributeDefinition> =>
  node.or([], (found) =>
    found.items().map((one) => ({
      ...one.object(),
      name: one.at("name").text(),
      input_type: one.at("input_type").text(),
    })),
  )
