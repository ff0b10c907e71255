/** Counts what was left out or changed, by kind, with a few places of each: nothing is dropped in silence. */

/** Every kind, with a sentence for people. */
export const lossKinds = {
  alternatives: "further labels of the same sample were left out",
  "attribute-as-text": "attribute values were written as text",
  "attribute-value": "attribute values could not be read and were left out",
  attributes: "attributes of annotations were left out",
  broken: "annotations that lack a part of their shape or their category were left out",
  bounds: "bounds of point clouds were left out",
  "camera-places": "rows, columns and rotations of images beside point clouds were left out",
  "camera-poses": "cameras without extrinsics were written at the place of the scanner",
  "category-colors": "colors of categories were left out",
  "category-ids": "categories got other ids",
  "chosen-colors":
    "categories without a color, or with that of another, got one that no other has, because the format needs it",
  calibrations:
    "label files without a calibration were read with the fixed rotation between camera and point cloud",
  cameras: "images beside point clouds were left out",
  "cloud-types":
    "point clouds were left out, because Annotary does not read files of their type: convert them to PCD, PLY or LAS",
  clipped: "annotations were cut at the border of the image",
  coordinates: "frames or shapes whose place is not known stayed in the coordinates that they have",
  definitions: "definitions of attributes were left out",
  distortion: "distortions of cameras were left out",
  duplicate: "annotations that equal another one were left out",
  "ego-poses": "ego poses were left out",
  drafts: "drafts that nobody submitted were left out",
  "empty-labels": "samples without annotations got an empty label: somebody looked, and there is nothing",
  "emptied-labels": "samples stayed unlabeled, because no annotation of theirs could be kept",
  "empty-masks": "annotations without pixels were left out",
  "empty-samples": "samples without annotations were left out",
  "exact-shapes":
    "rotated boxes, ellipses, skeletons or polygons of several parts became the nearest other shape",
  "frame-attributes": "attributes of frames were left out",
  "frame-names": "names of frames were left out",
  gaps: "frames between keyframes were not filled",
  geometry: "shapes changed, because the format has no such shape",
  "guessed-sequences":
    "folders whose objects do not show that they are sequences became some, as the others of their dataset are",
  "ground-heights": "heights of the ground (default_z) were left out",
  ids: "annotations got other ids",
  images: "frames or cameras have no image of which a file or a URL is known",
  "image-size": "samples were left out, because the size of their image is unknown",
  intrinsics: "intrinsics of cameras were left out in whole or in part",
  "image-sizes": "images have another size than their records state",
  instances: "instances of a category became one",
  keyframes: "marks of keyframes were left out",
  kinds: "samples were left out, because the format has no such labels",
  "large-masks": "samples were left out, because their masks would have more pixels than the limit",
  links: "links between annotations were left out",
  "malformed-samples": "samples were left out, because their attributes or labels cannot be read",
  metadata: "metadata of samples was left out",
  orientation: "pictures have an EXIF orientation; sizes and shapes refer to them upright",
  "outdated-shapes":
    "exact shapes were left out, because they were made from other points than the annotation has",
  "ortho-images": "ortho images were left out",
  "missing-labels": "images without a label file became samples without a label",
  "orientation-kept":
    "pictures were copied with their EXIF orientation, because their files cannot be written upright",
  "overlapping-masks": "pixels of masks that overlap were given to one of them",
  "point-clouds": "frames have no point cloud of which a file or a URL is known",
  records: "records of samples could not be read and were left out",
  references: "annotations were left out, because their image or category is missing",
  "renamed-fields":
    "fields of records got an underscore behind their names, which have another meaning in metadata",
  rounded: "coordinates were rounded",
  rows: "rows of label files could not be read and were left out",
  "sets-in-names": "names of samples begin with their set, because two sets share a name",
  scanners: "recordings of further scanners and radars were left out",
  scenes: "sequences were split into samples of one frame",
  sensors: "samples of several sensors were split",
  shapes: "annotations were left out, because the format has no such shape",
  singles: "single samples became sequences of one frame",
  "skeleton-boxes": "boxes of skeletons were left out",
  "skeleton-parts": "edges, sigmas or mirror pairs of skeletons were left out",
  skeletons: "skeletons of categories were left out",
  splits: "sets of samples were left out",
  statuses: "samples that nobody finished are not told apart from finished ones",
  "synced-cuboids": "cuboids lost the mark that they are equal over the sensors",
  tilt: "cuboids lost their tilt and kept the yaw",
  timestamps: "timestamps were left out",
  "timestamps-cut": "timestamps lost digits below a microsecond",
  "track-ids": "tracks got other ids",
  tracks: "track ids were left out",
  "tracks-by-name": "objects without the id of a track were joined by its name, which others may have too",
  units: "boxes that may be shares of the image were read in pixels, as most of their table are",
  unknown: "fields that Annotary does not know were left out",
  unclassified: "samples without a class were left out",
  unread: "files were not read, because nothing that the format reads names them",
  unreadable: "annotations or parts of them could not be read and were left out",
  "without-category": "annotations without a category got one of their own",
  visibility: "visibilities of keypoints were left out",
} as const

export type LossKind = keyof typeof lossKinds

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
      .map(([kind, { count, examples }]) => ({ kind, meaning: lossKinds[kind], count, examples }))
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
