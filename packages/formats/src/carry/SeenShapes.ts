/** Finds equal shapes of a frame. */
import type { Drawing } from "../model/Scene.ts"

/** Shapes are compared in full only where their category and first corner are equal: texts of all shapes would take longer than the rest. */
export class SeenShapes {
  /** By a number that equal shapes have in common: the first shape, and the texts of all once there is another one. */
  readonly #shapes = new Map<number, { readonly first: Drawing; texts: Set<string> | undefined }>()

  /** Whether an equal shape was added before. */
  add(shape: Drawing): boolean {
    const key = computeKey(shape)
    const entry = this.#shapes.get(key)
    if (entry === undefined) {
      this.#shapes.set(key, { first: shape, texts: undefined })
      return false
    }
    entry.texts ??= new Set([printShape(entry.first)])
    const text = printShape(shape)
    if (entry.texts.has(text)) return true
    entry.texts.add(text)
    return false
  }
}

const computeKey = ({ categoryId, points }: Drawing): number => {
  const [x = 0, y = 0] = points[0] ?? []
  return categoryId * 1_000_003 + x * 8191 + y
}

const printShape = ({ categoryId, points, shape, type }: Drawing): string =>
  JSON.stringify([categoryId, type, points, shape])
