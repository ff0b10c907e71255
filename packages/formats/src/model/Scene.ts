import type { LabelStatus } from "@annotary/core"
import type { ExactShape } from "@annotary/core/check"

/**
 * Formats read and write scenes: the recordings of one sensor with their annotations. A sample of several sensors consists of several
 * scenes; a sample that is no sequence is a scene of one frame. Pixels count from the top-left corner; meters and radians as in
 * `docs/conventions.md`.
 */

export interface Scene {
  /** The name of the sample. */
  readonly name: string
  /** The sensor in a sample of several; null elsewhere. */
  readonly sensor: string | null
  readonly kind: Kind
  readonly isSequence: boolean
  readonly frames: ReadonlyArray<Frame>
  readonly links: ReadonlyArray<Link>
  readonly metadata: Readonly<Record<string, unknown>>
  /** Fields of a record of another tool, which become metadata under names that have no other meaning there. Absent after the reading. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Metadata that such a record has apart from its fields: of a field and a member of one name, the member keeps it. Absent after the reading. */
  readonly metadataFields?: Readonly<Record<string, unknown>>
  readonly split: Split | null
  /** Absent where the format does not say it: the label is a finished answer. */
  readonly status?: SceneStatus
  /** The score of a prediction. */
  readonly score?: number
  /** Whether the files of a sequence say which annotations are keyframes. Absent: as the abilities of the format say. */
  readonly marksKeyframes?: boolean
  /**
   * Of a sample that is one file: its path below the image folder of its set, with the ending, as the files have it. The name of the sample
   * follows from it: see `importing/Naming.ts`. Absent where the files give the sample a name.
   */
  readonly file?: string
  /** The spelling of the set in the files, if it differs: `valid` for `val`. */
  readonly set?: string
  /** An export puts here what belongs to the sample. */
  readonly exportPaths?: ExportPaths
}

/** Paths without an ending that no other sample of an export has. */
export interface ExportPaths {
  /** Of a file that is listed by its name, below one folder for all sets. */
  readonly image: () => string
  /** Of an image and files beside it that differ in their endings, below one folder for all sets. */
  readonly beside: () => string
  /** The same, below a folder for each set. */
  readonly besideInSet: () => string
}

/** The progress of the work on a label, as `label_status` on the wire; `UNLABELED` stands for no label. */
export type SceneStatus = "UNLABELED" | LabelStatus

/** A label of the scene consists of these. */
export type Kind = "image-vector" | "image-segmentation" | "cuboid" | "cloud-vector" | "cloud-segmentation"

/** The name of a set of samples; `train`, `val` and `test` are usual. */
export type Split = string

export interface Frame {
  readonly name: string | null
  /** Digits as they were sent: nanoseconds do not fit a number. */
  readonly timestamp: string | null
  readonly image: Image | null
  readonly cloud: Cloud | null
  readonly cameras: ReadonlyArray<Camera>
  readonly egoPose: Pose | null
  /** Attributes of the whole frame, `image_attributes` on the wire. */
  readonly attributes: Attributes
  readonly annotations: ReadonlyArray<Annotation>
  /** In segmentations of images: the id of the annotation of each pixel, 0 for none. */
  readonly bitmap: BitmapFile | null
  /** In segmentations of point clouds: the id of the annotation of each point, 0 for none. */
  readonly pointAnnotations: ReadonlyArray<number> | null
}

export interface Image {
  readonly url: string
  /** In pixels, upright: an EXIF orientation is applied. Readers give the size that a record states, which may be the stored one. */
  readonly size: Size | null
  /** The ending of its file with the dot, where exports keep it as it was. */
  readonly ending?: string
}

export interface Size {
  readonly width: number
  readonly height: number
  /** In an import: measured in the file. It is kept beside the sample, and never in its attributes. Absent: a record states it. */
  readonly isMeasured?: true
}

export interface Cloud {
  readonly url: string
  /** `pcd`, `kitti`, `binary-xyzi`, `binary-xyzir`, `nuscenes`, `ply`, `las` or `splat`; `unknownType` in an import. */
  readonly type: string
}

/** An image beside a point cloud, as on the wire. */
export interface Camera {
  readonly name: string | null
  readonly url: string | null
  readonly size: Size | null
  /** 3 × 3, row by row. */
  readonly intrinsics: ReadonlyArray<ReadonlyArray<number>> | null
  /** From the camera to the frame of the point cloud. */
  readonly extrinsics: Pose | null
  readonly convention: "OpenCV" | "OpenGL"
  readonly distortion: Readonly<Record<string, unknown>> | null
}

export interface Pose {
  readonly position: Vector
  readonly rotation: Quaternion
}

export interface Vector {
  readonly x: number
  readonly y: number
  readonly z: number
}

export interface Quaternion {
  readonly qx: number
  readonly qy: number
  readonly qz: number
  readonly qw: number
}

export interface BitmapFile {
  readonly url: string | null
  readonly load: () => Promise<Bitmap>
}

export interface Bitmap extends Size {
  /** Row by row. */
  readonly ids: Uint32Array
}

export type AttributeValue = string | number | boolean | null | ReadonlyArray<string>

export type Attributes = Readonly<Record<string, AttributeValue>>

interface Common {
  readonly id: number
  readonly categoryId: number
  /** The object over the frames of a sequence; null outside of sequences. */
  readonly trackId: number | null
  readonly isKeyframe: boolean
  readonly attributes: Attributes
}

export interface Drawing extends Common {
  readonly type: "bbox" | "polygon" | "polyline" | "point"
  /** Two corners of a `bbox`. In pixels of an image, in meters of a point cloud, which has three coordinates. */
  readonly points: ReadonlyArray<ReadonlyArray<number>>
  /**
   * The exact shape where `type` and `points` are only the nearest one; it is what the annotation means. Absent, never undefined, where
   * they say all. `draw` of `exactShapes.ts` makes all three.
   */
  readonly shape?: ExactShape
}

export interface Cuboid extends Common {
  readonly type: "cuboid"
  /** Whether it is kept equal over the sensors: `cuboid-sync` on the wire. */
  readonly isSynced: boolean
  /** The center. */
  readonly position: Vector
  /** Length, width, height. */
  readonly dimensions: Vector
  /** Counter-clockwise from +x, in radians. */
  readonly yaw: number
  /** In place of the yaw where the cuboid may be tilted. */
  readonly rotation: Quaternion | null
}

/** An instance in a `bitmap` or in `pointAnnotations`. */
export interface Segment extends Common {
  readonly type: "segment"
}

export type Annotation = Drawing | Cuboid | Segment

/** From one annotation to another, by their ids; in sequences by their track ids. */
export interface Link {
  readonly from: number
  readonly to: number
  readonly attributes: Attributes
}
