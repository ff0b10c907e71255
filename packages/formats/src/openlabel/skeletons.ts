/** Objects of other tools that are skeletons: several points of one frame, each with another name. */
import type { Content } from "./content.ts"
import { findElementStream, readElements } from "./elements.ts"

/** The names of their points by the keys of the objects, in the order in which they appear. */
export const findSkeletons = (content: Omit<Content, "skeletons">): Content["skeletons"] => {
  if (content.own.isPresent) return new Map()
  const names = new Map<string, Set<string>>()
  const skeletons = new Set<string>()
  const others = new Set<string>()
  for (const frame of content.frames) {
    const inFrame = new Map<string, { readonly key: string; readonly points: Array<string> }>()
    for (const { element, key, type } of readElements(content, frame)) {
      if (type !== "point2d") continue
      const name = element.at("name").or("", (one) => one.text())
      const place = JSON.stringify([key, findElementStream(content, element, false)])
      const skeleton = inFrame.get(place) ?? { key, points: [] }
      inFrame.set(place, skeleton)
      skeleton.points.push(name)
      const all = names.get(key) ?? new Set()
      names.set(key, all)
      all.add(name)
    }
    for (const { key, points } of inFrame.values())
      if (!isNamed(points)) others.add(key)
      else if (points.length > 1) skeletons.add(key)
  }
  // Where two points of a frame share a name, the names are no identities.
  return new Map(
    [...skeletons].filter((key) => !others.has(key)).map((key) => [key, [...(names.get(key) ?? [])]]),
  )
}

const isNamed = (points: ReadonlyArray<string>): boolean =>
  new Set(points).size === points.length && !points.includes("")
