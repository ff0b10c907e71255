/** Cuboids whose numbers make no box: they are told of, and are in no pair. */
import { degeneracy } from "../geometry/soundness.ts"
import type { Scene } from "../read/Scene.ts"
import type { Solid } from "./intersectingCuboids.ts"
import type { Report } from "./Report.ts"
import { tracksOf } from "./tracksOf.ts"

/** The scene's sound cuboids. */
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
