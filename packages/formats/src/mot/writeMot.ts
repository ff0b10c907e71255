/** Rows of MOT: frame, track, left, top, width, height, 1, category, visibility. */
import type { Writer } from "../Format.ts"
import type { Annotation } from "../model/Scene.ts"
import { writeSequence } from "./writeSequence.ts"

export const writeMot: Writer = async (scenes, context) => {
  for await (const scene of scenes) {
    const tracks = new TrackNumbers()
    for (const { annotations } of scene.frames)
      for (const annotation of annotations) tracks.see(annotation.trackId ?? annotation.id)
    if (tracks.areOthers) context.losses.add("track-ids", scene.name, tracks.count)
    await writeSequence(scene, context, ({ frame }, number) =>
      frame.annotations.map((one) => formatMotRow(one, number, tracks.of(one.trackId ?? one.id))),
    )
  }
}

const formatMotRow = (annotation: Annotation, frame: number, track: number): string => {
  const points = "points" in annotation ? annotation.points : []
  const xs = points.map(([x = 0]) => x)
  const ys = points.map(([, y = 0]) => y)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const size = `${Math.max(...xs) - left},${Math.max(...ys) - top}`
  return `${frame},${track},${left},${top},${size},1,${annotation.categoryId},1`
}

/** Tracks count from 1: where one is below, all get other numbers. */
class TrackNumbers {
  readonly #numbers = new Map<number, number>()
  areOthers = false

  see(track: number): void {
    if (!this.#numbers.has(track)) this.#numbers.set(track, this.#numbers.size + 1)
    if (track < 1) this.areOthers = true
  }

  get count(): number {
    return this.#numbers.size
  }

  of(track: number): number {
    return this.areOthers ? (this.#numbers.get(track) ?? track) : track
  }
}
