/** Rows of MOTS: frame, object, category, height, width, mask. An object is its category · 1000 + its number in the category. */
import { countChangedIds } from "../carry/countChangedIds.ts"
import type { Writer } from "../Format.ts"
import { encodeBitmapRles } from "../masks/bitmapRle.ts"
import type { Rle } from "../masks/rle.ts"
import { formatCounts } from "../masks/rleText.ts"
import { assignObjectIds } from "./ObjectIds.ts"
import { writeSequence } from "./writeSequence.ts"

export const writeMots: Writer = async (scenes, context) => {
  for await (const scene of scenes) {
    const objects = assignObjectIds(scene, context.losses)
    await writeSequence(scene, context, async ({ frame, index }, number) => {
      const masks =
        frame.bitmap === null ? new Map<number, Rle>() : encodeBitmapRles(await frame.bitmap.load())
      const painted = frame.annotations.filter(({ id }) => masks.has(id))
      const place = `${scene.name}, frame ${index}`
      context.losses.add("empty-masks", place, frame.annotations.length - painted.length)
      countChangedIds(painted, place, context.losses)
      return painted.flatMap((one) => {
        const mask = masks.get(one.id)
        if (mask === undefined) return []
        const size = `${mask.height} ${mask.width}`
        return [`${number} ${objects.of(one)} ${one.categoryId} ${size} ${formatCounts(mask.counts)}`]
      })
    })
  }
}
