/** A label that is compared with those of others. */
import type { IdRuns } from "../geometry/runs.ts"

/** The label of one person, or of a model. */
export interface PersonLabel {
  readonly person: string
  /** The attributes of the label as parsed JSON. Null stands for no objects. */
  readonly label: unknown
  /**
   * The ids of the pixels of the bitmap of a scene, or of the points of a cloud that the label does not contain as `point_annotations`. Null
   * where the scene is not segmented.
   */
  readonly getBitmap?: (sensor: string | null, frame: number) => IdRuns | null
}
