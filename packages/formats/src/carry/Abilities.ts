/** Declares what a format can carry, as data: `carry` reduces a dataset to it, and the table of the README lists it. */
import { type ExactShapeType, exactShapeTypes } from "../model/exactShapes.ts"
import type { Annotation, Kind } from "../model/Scene.ts"

export interface Abilities {
  /** Labels of other kinds are left out. */
  readonly kinds: ReadonlyArray<Kind>
  /** The types of annotations; a `bbox` and a `point` with several points are listed apart. */
  readonly annotations: ReadonlyArray<Annotation["type"] | "keypoints">
  /** Whether a `point` has one place: those with several are left out. False by default. */
  readonly singlePoints?: boolean
  /** The number of corners of every polygon; others become the smallest rectangle around them. Null for any number. */
  readonly polygonCorners: 4 | null
  /**
   * Exact shapes that stay what they are; the others become the nearest shape of the contract, and that what `annotations` says. None by
   * default.
   */
  readonly exactShapes?: ReadonlyArray<ExactShapeType>
  /** Whether polygons of a `multipolygon` have holes; true by default. Otherwise each becomes one ring with the same area. */
  readonly polygonHoles?: boolean
  /**
   * Whether joints have names in the format itself; false by default. Otherwise a skeleton stays where the definition of its category has all
   * of its joints, and they get the order of the definition.
   */
  readonly jointNames?: boolean
  /** Whether points without names stay points where their category has a skeleton; true by default. Otherwise the box around them does. */
  readonly pointsInSkeletons?: boolean
  /** Whether a skeleton has a box besides its joints; false by default. */
  readonly skeletonBoxes?: boolean
  /** Whether the definitions of skeletons survive: names, edges, flips and sigmas. False by default. */
  readonly skeletons?: boolean
  /** Whether annotations of one frame may be equal in category and shape; otherwise the first of them stays. */
  readonly duplicates: boolean
  /** `frames`: each frame becomes a sample. */
  readonly sequences: "kept" | "frames"
  /** Whether a format of sequences also carries single samples as what they are. */
  readonly singles: boolean
  readonly tracks: boolean
  /** Whether an annotation of a sequence may have no track; otherwise it gets one. False by default. */
  readonly emptyTracks?: boolean
  readonly keyframes: boolean
  /** Whether scenes of several sensors stay one sample. */
  readonly sensors: boolean
  /**
   * Attributes of annotations; `text` turns all values into text. `defined`: numbers and truth values stay where the category defines the
   * attribute so; all else becomes text.
   */
  readonly attributes: "typed" | "defined" | "text" | "none"
  /** A checkbox that is not set has no place, and is counted. */
  readonly losesUnchecked?: true
  /** Attributes of annotations that keep their values although others become text or have no place. */
  readonly namedAttributes?: ReadonlyArray<string>
  /** Whether a `multipolygon` of pixels stays a mask, and a polygon with the attribute `is_mask`, as older labels have it. */
  readonly shapeMasks: boolean
  /** Attributes of a whole frame, as `attributes`. */
  readonly frameAttributes: "typed" | "defined" | "text" | "none"
  readonly metadata: boolean
  readonly links: boolean
  /** Whether the ids of annotations survive; otherwise they are counted from 1. */
  readonly ids: boolean
  /** Whether the ids of categories survive; otherwise they are counted from 1, in their order. */
  readonly categoryIds: boolean
  readonly categoryColors: boolean
  /** Whether the definitions of attributes survive. */
  readonly definitions: boolean
  readonly timestamps: "exact" | "microseconds" | "none"
  /** `quaternion`: cuboids may be tilted. */
  readonly rotation: "quaternion" | "yaw" | "none"
  /** Whether cuboids that are equal over sensors stay so. */
  readonly syncedCuboids: boolean
  readonly frameNames: boolean
  readonly egoPoses: boolean
  /** `first`: of several images beside a point cloud, the first whose calibration is known. */
  readonly cameras: boolean | "first"
  /** Whether samples without annotations stay. */
  readonly emptySamples: boolean
  /** Decimal places of pixels; null for all digits. */
  readonly decimals: number | null
  /** The train, validation or test set of a sample. */
  readonly splits: boolean
  /** Whether unlabeled, skipped and predicted samples differ from those that somebody looked at. */
  readonly statuses: boolean
}

/** Every shape in an image. */
export const drawings = ["bbox", "polygon", "polyline", "point"] as const

/** Every exact shape of an image, with all that it has. */
export const allExactShapes = {
  exactShapes: exactShapeTypes,
  jointNames: true,
  skeletonBoxes: true,
  shapeMasks: true,
} as const

/** Objects over the frames of sequences, with marks of keyframes. */
export const trackedSequences = { sequences: "kept", tracks: true, keyframes: true } as const

/** Carries nothing: formats list what they add. */
export const nothing: Abilities = {
  kinds: [],
  annotations: [],
  polygonCorners: null,
  duplicates: true,
  sequences: "frames",
  singles: true,
  tracks: false,
  keyframes: false,
  sensors: false,
  attributes: "none",
  shapeMasks: false,
  frameAttributes: "none",
  metadata: false,
  links: false,
  ids: false,
  categoryIds: false,
  categoryColors: false,
  definitions: false,
  timestamps: "none",
  rotation: "none",
  syncedCuboids: false,
  frameNames: false,
  egoPoses: false,
  cameras: false,
  emptySamples: true,
  decimals: null,
  splits: false,
  statuses: false,
}
