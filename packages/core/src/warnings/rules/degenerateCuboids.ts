/** Reports cuboids whose numbers describe no box. They belong to no pair. */
import { degeneracy } from "../geometry/soundness.ts"
import { type Scene, tracksOf } from "../read/Scene.ts"
import type { Solid } from "./intersectingCuboids.ts"
import type { Report } from "./Report.ts"

/** The valid cuboids of the scene. */
export const soundCuboids = (scene: Scene, report: Report): ReadonlyArray<Solid> => {
  const solids: Array<Solid> = []
  for (const annotation of scene.annotations) {
    const { cuboid } = annotation
    if (cuboid === null) continue
    const problem = degeneracy(cuboid.position, cuboid.dimensions, cuboid.turn)
    if (problem === undefined) solids.push(annotation as Solid)
    else {
      report.add(
        scene,
        {
          rule: "degenerate-cuboid",
          message: `Cuboid ${annotation.id} is degenerate: ${problem}.`,
          annotationIds: [annotation.id],
          trackIds: tracksOf(annotation),
        },
        [annotation.source],
      )
    }
  }
  return solids
}
