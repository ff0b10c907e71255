/** Scenes without annotations: somebody looked and there is nothing, nobody looked, or nothing of a label could be kept. */
import type { Losses } from "../carry/Losses.ts"
import type { Frame, Scene } from "../model/Scene.ts"

export type EmptyChoice = "label" | "unlabeled"

/**
 * Decides about scenes without annotations: `empty` where the format does not say whether somebody looked. Those that had annotations, of
 * which none could be kept, are not labeled: nobody found that nothing is there.
 */
export async function* withEmpty(
  scenes: AsyncIterable<Scene>,
  empty: EmptyChoice | null,
  losses: Losses,
): AsyncGenerator<Scene> {
  let leftOut = losses.leftOut
  for await (const scene of scenes) {
    const isFinished = scene.status === undefined || scene.status === "LABELED"
    const isEmpty = isFinished && scene.frames.every((frame) => isEmptyFrame(frame))
    const isEmptied = isEmpty && losses.leftOut > leftOut
    leftOut = losses.leftOut
    const isOpen = isEmpty && !isEmptied && scene.status === undefined
    if (isEmptied) losses.add("emptied-labels", scene.name)
    if (isOpen && empty === "label") losses.add("empty-labels", scene.name)
    yield isEmptied || (isOpen && empty === "unlabeled") ? { ...scene, status: "UNLABELED" } : scene
  }
}

const isEmptyFrame = ({ annotations, attributes }: Frame): boolean =>
  annotations.length === 0 && Object.keys(attributes).length === 0
