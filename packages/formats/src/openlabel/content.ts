/** The parts of a document that everything in it refers to. */
import type { Losses } from "../carry/Losses.ts"
import { Node } from "../files/Node.ts"
import { type DeclaredObject, readObjects } from "./readObjects.ts"

export interface Content {
  readonly root: Node
  /** Our writer notes this in the metadata; absent in documents of others. */
  readonly own: Node
  /** In the order of their numbers; a document without frames is one frame. */
  readonly frames: ReadonlyArray<NumberedFrame>
  readonly objects: ReadonlyMap<string, DeclaredObject>
  /** Objects of other tools whose points are the joints of a skeleton: their names by the key of the object. */
  readonly skeletons: ReadonlyMap<string, ReadonlyArray<string>>
  readonly losses: Losses
}

export interface NumberedFrame {
  readonly number: number
  readonly node: Node
}

/** Fails for another version, and counts what has no place in a dataset. */
export const readContent = (document: Node, losses: Losses): Omit<Content, "skeletons"> => {
  // VCD 4.3 has this name for the root, and other ones for transforms.
  const isVcd = document.at("vcd").isPresent
  const root = document.at(isVcd ? "vcd" : "openlabel")
  const metadata = root.at("metadata")
  const version = metadata.at("schema_version")
  if (!isVcd && !version.text().startsWith("1.")) version.fail(`is ${version.text()}; only 1.0 can be read.`)
  if (isVcd && !version.text().startsWith("4.3"))
    version.fail(`is ${version.text()}; of VCD with the root vcd only 4.3 can be read.`)
  const own = metadata.at("annotary")
  const frames = root.at("frames").or([], (found) =>
    found
      .keys()
      .map((key) => ({ number: Number(key), node: found.at(key) }))
      .sort((a, b) => a.number - b.number),
  )
  for (const other of ["actions", "events", "contexts", "tags"])
    if (root.at(other).isPresent) losses.add("unknown", root.at(other).place)
  return {
    root,
    own,
    frames: frames.length > 0 ? frames : [{ number: 0, node: new Node({}, document.place) }],
    objects: readObjects(root, own, losses),
    losses,
  }
}
