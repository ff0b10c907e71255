/** Two tables of what an export has, whatever its format: a row for each sample, and one for each object of a frame. */
import { computeBounds } from "../carry/shapes.ts"
import { formatLine } from "../files/csv.ts"
import type { OutputFile, Target } from "../files/Target.ts"
import { type Dataset, makeCategoryNames } from "../model/Dataset.ts"
import type { Annotation, Scene } from "../model/Scene.ts"

export const sampleColumns = ["name", "split", "frames", "objects"] as const

export const objectColumns = [
  "sample",
  "sensor",
  "frame",
  "category",
  "type",
  "x_min",
  "y_min",
  "x_max",
  "y_max",
] as const

export const tablePaths = { samples: "croissant/samples.csv", objects: "croissant/objects.csv" } as const

export class RecordTables {
  readonly #nameCategory: (id: number) => string
  readonly #samples: OutputFile
  readonly #objects: OutputFile

  private constructor(dataset: Dataset, samples: OutputFile, objects: OutputFile) {
    this.#nameCategory = makeCategoryNames(dataset)
    this.#samples = samples
    this.#objects = objects
  }

  static async open(dataset: Dataset, target: Target): Promise<RecordTables> {
    const tables = new RecordTables(
      dataset,
      await target.open(tablePaths.samples),
      await target.open(tablePaths.objects),
    )
    await tables.#samples.write(formatLine(sampleColumns, {}))
    await tables.#objects.write(formatLine(objectColumns, {}))
    return tables
  }

  /** Passes scenes to a writer, and adds those of samples that `countWritten` has counted since. */
  async *pass(scenes: AsyncIterable<Scene>, countWritten: () => number): AsyncGenerator<Scene> {
    let last: string | undefined
    for await (const scene of scenes) {
      const before = countWritten()
      yield scene
      const isNew = countWritten() > before
      if (!isNew && scene.name !== last) continue
      last = scene.name
      await this.#add(scene, isNew)
    }
  }

  async close(): Promise<void> {
    await this.#samples.close()
    await this.#objects.close()
  }

  /** A sample of several sensors has one row, with the frames of its first. */
  async #add({ frames, name, sensor, split }: Scene, isNew: boolean): Promise<void> {
    const count = frames.reduce((sum, { annotations }) => sum + annotations.length, 0)
    if (isNew) await this.#samples.write(formatLine([name, split, frames.length, count], {}))
    let lines = ""
    for (const [index, { annotations }] of frames.entries())
      for (const annotation of annotations) {
        const category = this.#nameCategory(annotation.categoryId)
        lines += formatLine([name, sensor, index, category, annotation.type, ...listSides(annotation)], {})
      }
    await this.#objects.write(lines)
  }
}

/** Of shapes drawn in images and point clouds; none of cuboids and masks. */
const listSides = (annotation: Annotation): ReadonlyArray<number | null> => {
  if (!("points" in annotation)) return [null, null, null, null]
  const [low, high] = computeBounds(annotation.points)
  return [...low, ...high]
}
