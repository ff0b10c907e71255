/** Reports cuboids whose numbers describe no box. They belong to no pair. */
import { findDegeneracy } from "../geometry/soundness.ts"
import { listTracks, type Scene } from "../read/Scene.ts"
import type { Solid } from "./intersectingCuboids.ts"
import type { Report } from "./Report.ts"

/** The valid cuboids of the scene. */
export const selectSoundCuboids = (scene: Scene, report: Report): ReadonlyArray<Solid> => {
  const solids: Array<Solid> = []
  for (const annotation of scene.annotations) {
    const { cuboid } = annotation
    if (cuboid === null) continue
    const problem = findDegeneracy(cuboid.position, cuboid.dimensions, cuboid.turn)
    if (problem === undefined) solids.push(annotation as Solid)
    else {
      report.add(
        scene,
        {
          rule: "degenerate-cuboid",
          message: `Cuboid ${annotation.id} is degenerate: ${problem}.`,
          annotationIds: [annotation.id],
          trackIds: listTracks(annotation),
        },
        [annotation.source],
      )
    }
  }
  return solids
}
