/** Skeletons of CVAT's labels: a label for each joint, with its `parent`, and a drawing whose lines are the edges. */
import type { XmlElement } from "../files/xml.ts"
import type { SkeletonDefinition } from "../model/Dataset.ts"

/** By the names of their labels. */
export const readSkeletons = (labels: ReadonlyArray<XmlElement>): ReadonlyMap<string, SkeletonDefinition> => {
  const names = new Map<string, Array<string>>()
  for (const label of labels) {
    const parent = label.requireText("parent")
    if (parent === "") continue
    const joints = names.get(parent) ?? []
    names.set(parent, joints)
    if (!joints.includes(label.requireText("name"))) joints.push(label.requireText("name"))
  }
  return new Map(
    labels.flatMap((label) => {
      const joints = names.get(label.requireText("name"))
      if (joints === undefined) return []
      const edges = readEdges(label.child("svg"), joints)
      return [[label.requireText("name"), { joints: joints.map((name) => ({ name })), edges, flip: [] }]]
    }),
  )
}

/** The drawing is text with escaped elements: circles with a number and a label, and lines between such numbers. */
const readEdges = (
  svg: XmlElement | undefined,
  joints: ReadonlyArray<string>,
): SkeletonDefinition["edges"] => {
  const elements = svg === undefined ? [] : [...(svg.text.match(/<(circle|line)\b[^>]*>/g) ?? [])]
  const nested = (svg?.children ?? []).map(({ attributes, name }) => ({ name, attributes }))
  const written = elements.map((text) => ({
    name: text.slice(1).split(/\s/)[0] ?? "",
    attributes: Object.fromEntries(
      [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
    ),
  }))
  const all = [...written, ...nested]
  const circles = all.filter(({ name }) => name === "circle")
  const byNumber = new Map(
    circles.map(({ attributes }, index) => {
      const name = attributes["data-label-name"] ?? ""
      return [
        attributes["data-node-id"] ?? attributes["data-element-id"],
        joints.includes(name) ? name : joints[index],
      ]
    }),
  )
  return all.flatMap(({ attributes, name }) => {
    if (name !== "line") return []
    const [from, to] = [byNumber.get(attributes["data-node-from"]), byNumber.get(attributes["data-node-to"])]
    return from === undefined || to === undefined || from === to ? [] : [[from, to] as const]
  })
}
