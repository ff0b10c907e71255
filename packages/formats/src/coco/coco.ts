/** COCO: one JSON file per set, with boxes, polygons, masks and keypoints. */
import { type Abilities, nothing, trackedSequences } from "../carry/Abilities.ts"
import type { Format } from "../Format.ts"
import { readCoco } from "./read.ts"
import { writeCoco } from "./write.ts"

/**
 * Tools keep fields of COCO that they do not know, so attributes, metadata and timestamps have one. Sequences are those of CocoVID: `videos`,
 * `video_id`, `frame_id` and `track_id`.
 */
const abilities: Abilities = {
  ...nothing,
  kinds: ["image-vector", "image-segmentation"],
  annotations: ["bbox", "polygon", "point", "segment"],
  exactShapes: ["rotated_box", "skeleton", "multipolygon"],
  // Rings of COCO are parts: a hole is a bridge within a ring, or a mask.
  polygonHoles: false,
  shapeMasks: true,
  skeletonBoxes: true,
  skeletons: true,
  ...trackedSequences,
  attributes: "typed",
  frameAttributes: "typed",
  metadata: true,
  categoryIds: true,
  categoryColors: true,
  timestamps: "exact",
  frameNames: true,
  splits: true,
}

export const coco: Format = { name: "coco", title: "COCO", abilities, write: writeCoco, reader: readCoco }
