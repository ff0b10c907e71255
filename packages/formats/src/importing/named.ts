/** Scenes with the names that they get in an import, and what their metadata says about their files. */
import type { Losses } from "../carry/Losses.ts"
import type { Scene } from "../model/Scene.ts"
import { addFields } from "./addFields.ts"
import { Naming } from "./Naming.ts"

/**
 * Names the scenes. While the naming is not settled, it only collects them: each has a unique name, but not that of the import; after the
 * last one it is settled.
 */
export async function* nameScenes(
  scenes: AsyncIterable<Scene>,
  naming: Naming,
  losses: Losses,
): AsyncGenerator<Scene> {
  const isCollecting = !naming.isSettled
  for await (const scene of scenes) {
    const name = isCollecting ? naming.findFreeName(scene) : naming.getSampleName(scene)
    if (isCollecting) naming.add(scene)
    else naming.count(scene, losses)
    const { fields: _, metadataFields: __, ...named } = { ...scene, name, ...addFields(scene, losses) }
    yield named
  }
  naming.settle()
}

/** A naming for files that are read once: it reads their names before. */
export const collectNames = async (scenes: AsyncIterable<Scene>): Promise<Naming> => {
  const naming = new Naming()
  for await (const scene of scenes) naming.add(scene)
  naming.settle()
  return naming
}
