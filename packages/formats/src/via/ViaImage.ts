/** Images and regions as all files of VIA have them. */
import type { Attributes, Drawing } from "../model/Scene.ts"

export interface ViaImage {
  /** The name of the file, a path or a URL. */
  readonly name: string
  /** For messages: the file, and the place in it. */
  readonly place: string
  readonly attributes: Attributes
  readonly regions: ReadonlyArray<ViaRegion>
}

export interface ViaRegion {
  readonly place: string
  readonly shape: Pick<Drawing, "type" | "points" | "shape">
  /** Those of the region; one of them is the category. */
  readonly attributes: Attributes
}

/** Attributes of regions that a file defines, in its order. */
export type ViaDefinitions = ReadonlyMap<string, ViaDefinition>

export interface ViaDefinition {
  /** Whether one of some values is chosen, such as in a dropdown list. */
  readonly isChoice: boolean
  readonly values: ReadonlyArray<string>
}

export interface ViaDocument {
  readonly definitions: ViaDefinitions
  readonly images: ReadonlyArray<ViaImage>
}
