/** The objects of a label in the form in which they are compared. */
import type { Joint } from "../../domain/exactShape/ExactShape.ts"
import type { Annotation, Attributes, Cuboid } from "../../warnings/read/Scene.ts"
import type { Region } from "../geometry/regions.ts"

type Points = ReadonlyArray<ReadonlyArray<number>>

/** The shape of an object in one scene. Bounds are those of the plane of x and y, in the unit of the coordinates. */
export type ComparableShape =
  | { readonly kind: "box" }
  | { readonly kind: "region"; readonly region: Region }
  | { readonly kind: "cuboid"; readonly cuboid: Cuboid }
  /** The elements with the id of the annotation, of a bitmap or of a segmented cloud. */
  | { readonly kind: "ids" }
  | { readonly kind: "skeleton"; readonly joints: ReadonlyArray<Joint>; readonly area: number }
  | { readonly kind: "points"; readonly points: Points }
  | { readonly kind: "line"; readonly points: Points }

export interface Instance {
  readonly annotation: Annotation
  readonly shape: ComparableShape
  /** Left, top, right, bottom. Infinite where nothing is known. */
  readonly bounds: readonly [number, number, number, number]
}

/** One object: an annotation of a still, or a track of one sensor. */
export interface ComparableObject {
  readonly sensor: string | null
  /** That of its scenes. */
  readonly kind: ComparableScene["kind"]
  /** The category that it has in most frames. */
  readonly category: number
  /** By frame; 0 in stills. */
  readonly instances: ReadonlyMap<number, Instance>
}

/** A scene of a label: its objects, and the attributes of its image. */
export interface ComparableScene {
  readonly sensor: string | null
  readonly frame: number
  readonly kind: "2D" | "3D" | null
  readonly imageAttributes: Attributes
  /** Instances with the index of their object. */
  readonly instances: ReadonlyArray<{ readonly object: number; readonly instance: Instance }>
  readonly pointAnnotations: ReadonlyArray<unknown> | null
}

export interface ComparableLabel {
  /** Its scenes have frames, however many. */
  readonly isSequence: boolean
  readonly objects: ReadonlyArray<ComparableObject>
  /** By sensor and frame. */
  readonly scenes: ReadonlyMap<string, ComparableScene>
}
