/** Counts what was left out or changed, by kind, with a few places of each: nothing is dropped in silence. */
import { singularLosses } from "./singularLosses.ts"

export type LossKind = keyof typeof singularLosses

/** Every kind, with a sentence for people about several of it. */
export const lossKinds = {
  alternatives: "further labels of the same sample were left out",
  "attribute-as-text": "attribute values were written as text",
  "attribute-value": "attribute values could not be read and were left out",
  attributes: "annotation attributes were left out",
  broken: "annotations without a category or with an incomplete shape were left out",
  bounds: "bounds of point clouds were left out",
  "camera-places": "rows, columns and rotations of images beside point clouds were left out",
  "camera-poses": "cameras without extrinsics were written at the position of the scanner",
  "category-colors": "category colors were left out",
  "category-ids": "categories got other ids",
  "chosen-colors": "categories got new colors, because the format needs a unique color for each",
  calibrations:
    "label files without a calibration were read with the fixed rotation between camera and point cloud",
  cameras: "images beside point clouds were left out",
  "cloud-types":
    "point clouds were left out, because Annotary does not read files of their type: convert them to PCD, PLY or LAS",
  clipped: "annotations were clipped at the border of the image",
  coordinates: "frames or shapes with an unknown position kept their coordinates",
  definitions: "attribute definitions were left out",
  distortion: "camera distortions were left out",
  duplicate: "annotations were left out, because they equal another one",
  "ego-poses": "ego poses were left out",
  drafts: "drafts that nobody submitted were left out",
  "empty-labels": "samples without annotations got an empty label, as samples that were looked at",
  "emptied-labels": "samples stayed unlabeled, because none of their annotations could be imported",
  "empty-masks": "annotations without pixels were left out",
  "empty-samples": "samples without annotations were left out",
  "exact-shapes":
    "rotated boxes, ellipses, skeletons or polygons of several parts became the nearest other shape",
  "frame-attributes": "frame attributes were left out",
  "frame-names": "frame names were left out",
  gaps: "frames between keyframes were not filled",
  geometry: "shapes changed, because the format does not support them",
  "guessed-sequences":
    "folders were read as sequences, like the others of their dataset, although their objects do not show it",
  "ground-heights": "ground heights (default_z) were left out",
  ids: "annotations got other ids",
  images: "frames or cameras have no image with a known file or URL",
  "image-size": "samples were left out, because the size of their image is unknown",
  intrinsics: "camera calibrations (intrinsics) were left out in whole or in part",
  "image-sizes": "images have another size than their records state",
  instances: "instances of a category were merged",
  keyframes: "keyframe marks were left out",
  kinds: "samples were left out, because the format does not support their kind of label",
  "large-masks": "samples were left out, because their masks would exceed the limit of pixels",
  links: "links between annotations were left out",
  "malformed-samples": "samples were left out, because their attributes or labels cannot be read",
  metadata: "samples lost their metadata",
  orientation: "images have an EXIF orientation; their sizes and shapes refer to them upright",
  "outdated-shapes": "exact shapes were left out, because the points of their annotations have changed since",
  "ortho-images": "ortho images were left out",
  "missing-labels": "images without a label file became samples without a label",
  "orientation-kept":
    "images were copied with their EXIF orientation, because their files cannot be written upright",
  "overlapping-masks": "pixels of overlapping masks were assigned to one of them",
  "point-clouds": "frames have no point cloud with a known file or URL",
  records: "sample records could not be read and were left out",
  references: "annotations were left out, because their image or category is missing",
  "renamed-fields":
    "record fields got an underscore after their names, because the names have another meaning in metadata",
  rounded: "coordinates were rounded",
  rows: "rows of label files could not be read and were left out",
  "sets-in-names": "sample names begin with their set, because two sets share a name",
  scanners: "recordings of other scanners and radars were left out",
  scenes: "sequences were split into samples of one frame",
  sensors: "samples with several sensors were split",
  shapes: "annotations were left out, because the format does not support their shape",
  singles: "single samples became sequences of one frame",
  "skeleton-boxes": "skeleton boxes were left out",
  "skeleton-parts": "edges, sigmas or mirror pairs of skeletons were left out",
  skeletons: "category skeletons were left out",
  splits: "sets of samples were left out",
  statuses: "unfinished samples are not distinguished from finished ones",
  "synced-cuboids": "cuboids lost the mark that they are equal for all sensors",
  tilt: "cuboids lost their tilt and kept the yaw",
  timestamps: "timestamps were left out",
  "timestamps-cut": "timestamps lost digits below a microsecond",
  "track-ids": "tracks got other ids",
  tracks: "track ids were left out",
  "tracks-by-name": "objects without a track id were joined by their track name, which others may share",
  units: "boxes that may be given in shares of the image were read in pixels, like most of their table",
  unknown: "fields that Annotary does not know were left out",
  unclassified: "samples without a class were left out",
  unread: "files were not read, because nothing that the format reads refers to them",
  unreadable: "annotations or parts of them could not be read and were left out",
  "without-category": "annotations without a category got a new category",
  visibility: "keypoint visibilities were left out",
} as const satisfies Record<LossKind, string>

export interface Loss {
  readonly kind: LossKind
  /** The meaning, without the count. */
  readonly meaning: string
  readonly count: number
  /** Up to ten places, such as a sample, or a file and a line. */
  readonly examples: ReadonlyArray<string>
}

const mostExamples = 10

/** Kinds of whole annotations. */
const ofAnnotations: ReadonlyArray<LossKind> = [
  "broken",
  "empty-masks",
  "references",
  "rows",
  "shapes",
  "unreadable",
]

export class Losses {
  readonly #found = new Map<LossKind, { count: number; readonly examples: Array<string> }>()

  add(kind: LossKind, place: string, count = 1): void {
    if (count === 0) return
    const entry = this.#found.get(kind) ?? { count: 0, examples: [] }
    this.#found.set(kind, entry)
    entry.count += count
    if (entry.examples.length < mostExamples && !entry.examples.includes(place)) entry.examples.push(place)
  }

  /** Adds what another one counted: of a part that was read before it is given. */
  addAll(other: Losses): void {
    for (const { count, examples, kind } of other.list()) {
      const [first, ...rest] = examples
      if (first === undefined) continue
      this.add(kind, first, count - rest.length)
      for (const example of rest) this.add(kind, example)
    }
  }

  /** The number of annotations that were left out. */
  get leftOut(): number {
    return ofAnnotations.reduce((sum, kind) => sum + this.count(kind), 0)
  }

  /** The number of a kind. */
  count(kind: LossKind): number {
    return this.#found.get(kind)?.count ?? 0
  }

  get isEmpty(): boolean {
    return this.#found.size === 0
  }

  /** Sorted by kind. */
  list(): ReadonlyArray<Loss> {
    return [...this.#found]
      .map(([kind, { count, examples }]) => ({
        kind,
        meaning: count === 1 ? singularLosses[kind] : lossKinds[kind],
        count,
        examples,
      }))
      .sort((a, b) => (a.kind < b.kind ? -1 : 1))
  }

  /** A table for people: one line per kind. */
  table(): string {
    return this.list()
      .map(
        ({ count, examples, meaning }) => `${String(count).padStart(8)}  ${meaning} (${examples.join(", ")})`,
      )
      .join("\n")
  }
}
