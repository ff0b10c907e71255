/** Finds labels in which nothing is marked. Pure. */
import type { JsonText } from "../domain/JsonText.ts"
import { readLabelVersion } from "./LabelVersion.ts"

/** Whether a label has no objects, and no attributes of its images. Pauses between scenes, so that other work runs during a long label. */
export function* isEmptyLabel(attributes: JsonText | null): Generator<void, boolean> {
  if (attributes === null) return true
  const { scenes, text } = yield* readLabelVersion(attributes)
  for (const { scene } of scenes) {
    if (scene.annotations.length > 0) return false
    if (scene.imageAttributes !== undefined && !isEmptyObject(text.slice(...scene.imageAttributes)))
      return false
    yield
  }
  return true
}

const isEmptyObject = (text: string): boolean => /^\{\s*\}$|^null$/.test(text)
