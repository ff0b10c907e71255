/** Rows of MOTS: frame, object, category, height, width, mask. An object is its category · 1000 + its number in the category. */
import type { Writer } from "../Format.ts"
import { encodeBitmapRles } from "../masks/bitmapRle.ts"
import { formatCounts } from "../masks/rleText.ts"
import { assignObjectIds } from "./ObjectIds.ts"
import { writeSequence } from "./writeSequence.ts"

export const writeMots: Writer = async (scenes, context) => {
  for await (const scene of scenes) {
    const objects = assignObjectIds(scene, context.losses)
    await writeSequence(scene, context, async ({ frame, index }, number) => {
      if (frame.bitmap === null) return []
      const bitmap = await frame.bitmap.load()
      const masks = encodeBitmapRles(bitmap)
      return frame.annotations.flatMap((one) => {
        const mask = masks.get(one.id)
        if (mask === undefined) {
          context.losses.add("empty-masks", `${scene.name}, frame ${index}`)
          return []
        }
        const size = `${mask.height} ${mask.width}`
        return [`${number} ${objects.of(one)} ${one.categoryId} ${size} ${formatCounts(mask.counts)}`]
      })
    })
  }
}
