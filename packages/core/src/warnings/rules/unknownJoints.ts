/** `unknown-joint`: finds joints of skeletons that the skeleton of their category does not have. */
import { listTracks, type Scene } from "../read/Scene.ts"
import type { CompiledConfiguration } from "./Compiled.ts"
import { findExactShape } from "./quality/drawing.ts"
import { type Report, work } from "./Report.ts"

/**
 * Reports the first annotation with each joint of a category, as it is done for attributes. Categories without a skeleton take any joints, and
 * unknown categories are reported alone.
 */
export const findUnknownJoints = (
  scenes: ReadonlyArray<Scene>,
  { joints: skeletons }: CompiledConfiguration,
  report: Report,
): void => {
  if (skeletons.size === 0) return
  const reported = new Set<string>()
  for (const scene of scenes)
    for (const annotation of scene.annotations) {
      const names = skeletons.get(annotation.categoryId)
      if (names === undefined) continue
      if (!report.spend(work.limit)) return
      const shape = findExactShape(annotation)
      if (shape?.type !== "skeleton") continue
      if (!report.spend(shape.joints.length)) return
      for (const { name } of shape.joints) {
        const jointKey = `${annotation.categoryId} ${name}`
        if (names.has(name) || reported.has(jointKey)) continue
        reported.add(jointKey)
        report.add(
          scene,
          {
            rule: "unknown-joint",
            message: `Skeleton ${annotation.id} has the joint ${name}, which the skeleton of its category does not have.`,
            annotationIds: [annotation.id],
            trackIds: listTracks(annotation),
          },
          [annotation.source],
        )
      }
    }
}
