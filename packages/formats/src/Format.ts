/** A format: what it can carry, its writer and its reader. */
import type { Abilities } from "./carry/Abilities.ts"
import type { Losses } from "./carry/Losses.ts"
import type { Limits } from "./files/limits.ts"
import type { Source } from "./files/Source.ts"
import type { Target } from "./files/Target.ts"
import type { Dataset } from "./model/Dataset.ts"
import type { Camera, Cloud, Image, Scene, Size } from "./model/Scene.ts"

export interface Format {
  /** In lower case, such as `coco` or `yolo-obb`: the name in commands and requests. */
  readonly name: string
  /** The name in documents, such as "YOLO oriented boxes". */
  readonly title: string
  readonly abilities: Abilities
  readonly write?: Writer
  readonly reader?: Reader
}

/** Writes the scenes in their order and in constant memory. The same scenes give the same bytes. */
export type Writer = (scenes: AsyncIterable<Scene>, context: WriteContext) => Promise<void>

export interface WriteContext {
  readonly dataset: Dataset
  readonly target: Target
  /** Counts what a writer leaves out beyond its abilities. */
  readonly losses: Losses
  /** A size that a sample states is checked against them before memory or a loop depends on it. */
  readonly limits: Limits
  /** Whether people open CSV files in a spreadsheet, which would run some texts. */
  readonly isSpreadsheet?: boolean | undefined
  /** The size of an image, from its record or its file; null when neither says it. */
  readonly sizeOf: (image: Image) => Promise<Size | null>
  /** Puts the image or point cloud beside the annotations, as the caller chose, and returns what the annotations refer to. */
  readonly place: (file: Image | Cloud | Camera, path: string) => Promise<string>
}

export interface Reader {
  /** The path of a file that looks like this format; undefined without one. It reads no more than the beginnings of a few files. */
  readonly detect: (source: Source) => Promise<string | undefined>
  /** Its files look like those of other formats, too: it is found only where none of them is. */
  readonly isLast?: true
  readonly read: (source: Source, context: ReadContext) => Promise<ReadDataset>
}

export interface ReadContext {
  /** Those of the source. A number in a file is checked against them before memory or a loop depends on it. */
  readonly limits: Limits
  /** Counts what a reader finds that Annotary does not keep. */
  readonly losses: Losses
  /** The size of an image among the files as people see it, from its header: upright. Null when it is not among them or is no image. */
  readonly sizeOf: (path: string) => Promise<Size | null>
  /** Notified while large files are read. */
  readonly onProgress?: (progress: ReadProgress) => void
}

/** The progress of reading files: first their indexes, then record by record. */
export interface ReadProgress {
  readonly phase: "index" | "records"
  readonly bytes: number
  readonly total: number
}

export interface ReadDataset {
  readonly dataset: Dataset
  /** Read on demand: an error of a later file comes while they are read. */
  readonly scenes: AsyncIterable<Scene>
  /**
   * The scenes without annotations. A reader that has them refuses nothing in annotations after `read`: whoever checks everything before
   * anything is saved reads these, and then `scenes`.
   */
  readonly outline?: () => AsyncIterable<Scene>
  /** Frees what the scenes are read from. */
  readonly close?: () => Promise<void>
  /** Files that stand inside other files, such as images in JSON, by paths that no file has. */
  readonly embedded?: ReadonlyMap<string, () => Promise<Uint8Array>>
  /** No point cloud of the format can be read: samples come in without one, which is counted, whether files are saved or are at a URL. */
  readonly lacksClouds?: true
  /** The files have no labels at all: the samples get none, not even an empty one. */
  readonly isUnlabeled?: true
}
