/** The parts of a label that the rules read, independent of its shape: scenes with annotations. */
import type { Quaternion, Vector } from "../geometry/Boxes.ts"

/** Values by attribute name, as sent. */
export type Attributes = { readonly [name: string]: unknown }

export interface Cuboid {
  readonly position: Vector
  /** Full edges. */
  readonly dimensions: Vector
  /** The yaw about z in radians, or a rotation, which has precedence. */
  readonly turn: number | Quaternion
}

export interface Annotation {
  readonly id: number
  readonly categoryId: number
  readonly trackId: number | null
  readonly attributes: Attributes
  readonly cuboid: Cuboid | null
  /** The annotation as sent. */
  readonly source: object
}

export interface Link {
  readonly fromId: number
  readonly toId: number
  readonly attributes: Attributes
  /** The link as sent. */
  readonly source: object
}

/** One frame of one sensor. A label without frames and sensors is a single scene. */
export interface Scene {
  readonly frame: number | null
  readonly sensor: string | null
  /** The kind of the sensor in a multi-sensor label; null in others. */
  readonly kind: "2D" | "3D" | null
  readonly annotations: ReadonlyArray<Annotation>
  readonly links: ReadonlyArray<Link>
  readonly imageAttributes: Attributes
  /** The id of the annotation of each point of a segmented cloud, as sent; absent in others. */
  readonly pointAnnotations?: ReadonlyArray<unknown> | undefined
}

export interface LabelScenes {
  /** Names of the sensors in the order of the label, including those without scenes. */
  readonly sensors: ReadonlyArray<string>
  /** In the order of frames, then of sensors. */
  readonly scenes: ReadonlyArray<Scene>
  /** Links above the scenes, which may connect annotations of different scenes. */
  readonly links: ReadonlyArray<Link>
  /** Unreadable places, as JSON Pointers with the expected form. */
  readonly malformed: ReadonlyArray<Malformed>
  /** The number of further unreadable places. */
  readonly unread: number
}

export interface Malformed {
  readonly pointer: string
  readonly message: string
  readonly frame: number | null
  readonly sensor: string | null
}

/** The track ids of annotations, in the same order. Empty when they have none. */
export const listTracks = (...annotations: ReadonlyArray<Annotation>): ReadonlyArray<number> =>
  annotations.flatMap(({ trackId }) => (trackId === null ? [] : [trackId]))
