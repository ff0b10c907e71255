/** Relations between two objects as links. */
import type { Node } from "../files/Node.ts"
import type { Attributes, Link } from "../model/Scene.ts"
import type { Content } from "./content.ts"

/** Relations of anything else are counted. */
export const readRelations = (content: Content): ReadonlyArray<Link> => {
  const { losses, own, root } = content
  const attributes = own.or(undefined, (found) => found.at("link_attributes").or(undefined, (one) => one))
  return root.at("relations").or([], (all) =>
    all.keys().flatMap((key) => {
      const ends = ["rdf_subjects", "rdf_objects"].map((side) => findTrack(content, all.at(key).at(side)))
      const [from, to] = ends
      if (from === undefined || to === undefined) {
        losses.add("links", all.at(key).place)
        return []
      }
      // The writer of this format puts them there; anything else is checked with the label.
      const noted = attributes?.at(key).or({}, (found) => found.object()) as Attributes | undefined
      return [{ from, to, attributes: noted ?? {} }]
    }),
  )
}

/** The track of the one object at an end of a relation. */
const findTrack = ({ objects }: Content, agents: Node): number | undefined => {
  const uids = agents.items()
  const [agent] = uids
  if (uids.length !== 1 || agent === undefined || agent.at("type").value !== "object") return undefined
  return objects.get(agent.at("uid").text())?.track ?? agent.at("uid").fail("is not among the objects.")
}
