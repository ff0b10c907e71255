/** What the rules see of a label, whatever its shape: scenes with annotations, all read and none copied twice. */
import type { Quaternion, Vector } from "../geometry/Boxes.ts"

/** Values by attribute name, as sent. */
export type Attributes = { readonly [name: string]: unknown }

export interface Cuboid {
  readonly position: Vector
  /** Full edges. */
  readonly dimensions: Vector
  /** Radians about z, or a rotation, which goes before it. */
  readonly turn: number | Quaternion
}

export interface Annotation {
  readonly id: number
  readonly categoryId: number
  readonly trackId: number | null
  readonly attributes: Attributes
  readonly cuboid: Cuboid | null
  /** All that was sent of it. */
  readonly source: object
}

export interface Link {
  readonly fromId: number
  readonly toId: number
  readonly attributes: Attributes
  /** All that was sent of it. */
  readonly source: object
}

/** One frame of one sensor; a label that has neither is one scene. */
export interface Scene {
  readonly frame: number | null
  readonly sensor: string | null
  /** In a multi-sensor label, what kind of sensor it is; null in any other. */
  readonly kind: "2D" | "3D" | null
  readonly annotations: ReadonlyArray<Annotation>
  readonly links: ReadonlyArray<Link>
  readonly imageAttributes: Attributes
}

export interface LabelScenes {
  /** Names of the sensors in the order of the label, also of those that have no scene. */
  readonly sensors: ReadonlyArray<string>
  /** In the order of frames, then of sensors. */
  readonly scenes: ReadonlyArray<Scene>
  /** Links that stand above the scenes and may join annotations of different ones. */
  readonly links: ReadonlyArray<Link>
  /** Places that could not be read, as JSON Pointers with what should be there. */
  readonly malformed: ReadonlyArray<Malformed>
  /** How many more there are. */
  readonly unread: number
}

export interface Malformed {
  readonly pointer: string
  readonly message: string
  readonly frame: number | null
  readonly sensor: string | null
}
