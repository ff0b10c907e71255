/** Reduces the links of a scene: outside of sequences they name annotations, whose ids may have changed. */
import type { Link, Scene } from "../model/Scene.ts"
import type { Carrying } from "./Carrying.ts"

export const carryLinks = (
  scene: Scene,
  { abilities, losses }: Carrying,
  ids: ReadonlyMap<number, number>,
): ReadonlyArray<Link> => {
  if (abilities.links)
    return scene.links.map((link) =>
      scene.isSequence
        ? link
        : { ...link, from: ids.get(link.from) ?? link.from, to: ids.get(link.to) ?? link.to },
    )
  losses.add("links", scene.name, scene.links.length)
  return []
}
