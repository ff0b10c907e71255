/** The categories and infos of a Datumaro file: the configuration of the dataset. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { readDefinitions, readSkeleton, toSkeletonJson } from "../model/configuration.ts"
import type { Category, Dataset, SkeletonDefinition } from "../model/Dataset.ts"

/** Numbers of Datumaro for what items are. */
export const mediaTypes = { other: 1, image: 2, cloud: 6 } as const

export const printInfos = ({ categories, description, imageAttributes, name, taskType }: Dataset) => ({
  annotary: {
    name,
    description,
    task_type: taskType,
    categories: categories.map(({ attributes, hasInstances, id, skeleton }) => ({
      id,
      has_instances: hasInstances,
      attributes,
      ...(skeleton && { skeleton: toSkeletonJson(skeleton) }),
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
    ...printPoints(categories),
  }
}

/** Joints are counted from 1 in edges, as in COCO, whose skeletons Datumaro takes as they are. */
const printPoints = (categories: Dataset["categories"]) => {
  const items = categories.flatMap(({ skeleton }, label_id) => {
    if (skeleton === undefined) return []
    const labels = skeleton.joints.map(({ name }) => name)
    const joints = skeleton.edges.map((edge) => edge.map((name) => labels.indexOf(name) + 1))
    return [{ label_id, labels, joints, positions: [] }]
  })
  return items.length > 0 && { points: { items } }
}

/** Edges count joints from 1 where one names the last joint so, or none names the joint 0. Undefined without names. */
const readPoints = (item: Node): SkeletonDefinition | undefined => {
  const labels = item.at("labels").or([], (found) => found.items())
  const names = labels.map((label) => label.text())
  if (names.length === 0 || new Set(names).size !== names.length || names.includes("")) return undefined
  const pairs = item.at("joints").or([], (joints) => joints.items().map((pair) => pair.numbers(2)))
  const first = pairs.some((pair) => pair.includes(0)) ? 0 : 1
  const edges = pairs.flatMap(([from = 0, to = 0]) => {
    const [a, b] = [names[from - first], names[to - first]]
    return a === undefined || b === undefined || a === b ? [] : [[a, b] as const]
  })
  return { joints: names.map((name) => ({ name })), edges, flip: [] }
}

/** The labels in their order, with what our writer says about them. */
export const readCategories = (
  categories: Node,
  infos: Node,
  losses: Losses | null = null,
): ReadonlyArray<Category> => {
  const parts = new PartReader(losses, "category-colors")
  const own = getOwnInfos(infos)?.at("categories").items()
  const colors = new Map(
    categories.at("mask").or([], (mask) =>
      mask
        .at("colormap")
        .items()
        .flatMap((one) => {
          const color = parts.read(
            () => [one.at("label_id").whole(), ["r", "g", "b"].map((part) => one.at(part).whole())] as const,
          )
          return color === undefined ? [] : [color]
        }),
    ),
  )
  const labels = categories.at("label").or([], (label) => label.at("labels").items())
  const skeletons = new Map(
    categories
      .at("points")
      .or([], (points) => points.at("items").items())
      .map((item) => [item.at("label_id").whole(), readPoints(item)]),
  )
  const readSkeletonDefinition = (index: number): SkeletonDefinition | undefined =>
    own === undefined
      ? skeletons.get(index)
      : own[index]?.at("skeleton").or(undefined, (found) => readSkeleton(found))
  return labels.map((label, index) => ({
    id: own?.[index]?.at("id").whole() ?? index + 1,
    name: label.at("name").text(),
    color: colors.get(index) ?? null,
    hasInstances: own?.[index]?.at("has_instances").truth() ?? true,
    attributes: own?.[index] === undefined ? [] : readDefinitions(own[index].at("attributes")),
    ...toSkeletonPart(readSkeletonDefinition(index)),
  }))
}

const toSkeletonPart = (skeleton: SkeletonDefinition | undefined): Pick<Category, "skeleton"> =>
  skeleton === undefined ? {} : { skeleton }

/** Undefined for files of another tool. */
export const getOwnInfos = (infos: Node): Node | undefined =>
  infos.or(undefined, (found) => found.at("annotary").or(undefined, (own) => own))
