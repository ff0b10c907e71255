/** The objects of MOTS: category · 1000 + the number of the object in its category. */
import type { Losses } from "../carry/Losses.ts"
import type { Annotation, Scene } from "../model/Scene.ts"

export const perCategory = 1000

/** The objects of a sequence. Tracks that get other numbers are counted. */
export const assignObjectIds = (scene: Scene, losses: Losses): ObjectIds => {
  const objects = new ObjectIds(scene.name)
  for (const { annotations } of scene.frames) for (const annotation of annotations) objects.see(annotation)
  if (objects.changed > 0) losses.add("track-ids", scene.name, objects.changed)
  return objects
}

/** A track that is such an id already keeps it. A track of several categories is one object of each. */
export class ObjectIds {
  readonly #scene: string
  readonly #ids = new Map<string, number>()
  readonly #taken = new Set<number>()
  readonly #next = new Map<number, number>()
  changed = 0

  constructor(scene: string) {
    this.#scene = scene
  }

  see(annotation: Annotation): void {
    const key = getTrackKey(annotation)
    if (this.#ids.has(key)) return
    const { categoryId } = annotation
    const track = annotation.trackId ?? annotation.id
    const isOne = Math.floor(track / perCategory) === categoryId && track % perCategory > 0
    const id = isOne && !this.#taken.has(track) ? track : this.#free(categoryId)
    if (id !== track) this.changed += 1
    this.#taken.add(id)
    this.#ids.set(key, id)
  }

  #free(category: number): number {
    let number = this.#next.get(category) ?? 1
    while (this.#taken.has(category * perCategory + number)) number += 1
    if (number >= perCategory)
      throw new Error(
        `${this.#scene} has more than ${perCategory - 1} tracks of one category, the most in MOTS.`,
      )
    this.#next.set(category, number + 1)
    return category * perCategory + number
  }

  of(annotation: Annotation): number {
    return this.#ids.get(getTrackKey(annotation)) ?? 0
  }
}

const getTrackKey = ({ categoryId, id, trackId }: Annotation): string => `${categoryId} ${trackId ?? id}`
