/** `meta.json`: the classes of a project, with the shape of each. */
import type { Losses } from "../carry/Losses.ts"
import { readColor } from "../drawn-cuboids/DrawnCuboid.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import type { ColoredCategory } from "../model/categoryColors.ts"
import type { AttributeDefinition, Category, SkeletonDefinition } from "../model/Dataset.ts"
import { readTagDefinitions } from "./tags.ts"

export interface ProjectMeta {
  readonly imageAttributes: ReadonlyArray<AttributeDefinition>
  readonly categories: ReadonlyArray<Category>
  /** Labels of nodes by their ids, by the names of classes. */
  readonly nodes: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Every class is of masks. */
  readonly isSegmentation: boolean
}

export const readMeta = (document: Node, losses: Losses): ProjectMeta => {
  const parts = new PartReader(losses, "records")
  const classes = document
    .at("classes")
    .items()
    .filter((node) => parts.read(() => node.at("title").text()) !== undefined)
  const tags = readTagDefinitions(document, losses)
  const nodes = new Map<string, ReadonlyMap<string, string>>()
  const categories = classes.map((node, index): Category => {
    const name = node.at("title").text()
    const template = node.at("geometry_config").or(undefined, (config) => readTemplate(config, losses))
    if (template !== undefined) nodes.set(name, template.labels)
    return {
      id: index + 1,
      name,
      color: node.at("color").or(null, (color) => readColor(color, losses)),
      hasInstances: true,
      attributes: tags.findForClass(name),
      ...(template && { skeleton: template.skeleton }),
    }
  })
  const isSegmentation = classes.length > 0 && classes.every((node) => node.at("shape").value === "bitmap")
  return { categories, imageAttributes: tags.forImages, nodes, isSegmentation }
}

/** Nodes have ids that the tool makes, and labels that people see. Undefined for a class without nodes. */
const readTemplate = (config: Node, losses: Losses) => {
  const nodes = config.at("nodes")
  if (!nodes.isPresent || nodes.keys().length === 0) return undefined
  const parts = new PartReader(losses)
  const labels = new Map<string, string>()
  for (const id of nodes.keys()) {
    const label =
      parts.read(() =>
        nodes
          .at(id)
          .at("label")
          .or(id, (text) => text.text()),
      ) ?? id
    const isTaken = [...labels.values()].includes(label)
    labels.set(id, isTaken ? `${label} ${id}` : label)
  }
  const edges = config
    .at("edges")
    .or([], (list) => list.items())
    .flatMap((edge) => parts.read((): SkeletonDefinition["edges"] => [readEdge(edge, labels)]) ?? [])
  const joints = [...labels.values()].map((name) => ({ name }))
  return { labels, skeleton: { joints, edges, flip: [] } satisfies SkeletonDefinition }
}

const readEdge = (edge: Node, labels: ReadonlyMap<string, string>): readonly [string, string] => {
  const [from, to] = ["src", "dst"].map((end) => {
    const label = labels.get(edge.at(end).text())
    return label ?? edge.at(end).fail("is not a node.")
  })
  return [from ?? "", to ?? ""]
}

/** Class shapes that objects of each category have, by its id. */
export type UsedShapes = ReadonlyMap<number, ReadonlySet<string>>

export const printClasses = (
  categories: ReadonlyArray<ColoredCategory>,
  used: UsedShapes,
  isSegmentation: boolean,
): ReadonlyArray<object> =>
  categories.map(({ color, id, name, skeleton }) => {
    const shapes = [...(used.get(id) ?? [])]
    const shape = isSegmentation ? "bitmap" : shapes.length === 1 ? shapes[0] : "any"
    return {
      title: name,
      description: "",
      shape: !isSegmentation && skeleton !== undefined && shapes.length === 0 ? "graph" : shape,
      color: printColor(color),
      geometry_config: skeleton === undefined ? {} : printTemplate(skeleton),
      hotkey: "",
    }
  })

const printColor = (color: ReadonlyArray<number>): string =>
  `#${color
    .slice(0, 3)
    .map((value) => value.toString(16).padStart(2, "0").toUpperCase())
    .join("")}`

/** People move the nodes of a template where they want them. */
const printTemplate = ({ edges, joints }: SkeletonDefinition) => ({
  nodes: Object.fromEntries(
    joints.map(({ name }, index) => [name, { label: name, loc: [0, 10 * index], color: "#0000FF" }]),
  ),
  edges: edges.map(([src, dst]) => ({ src, dst, color: "#00FF00" })),
})
