/** What files of formats have beside each other, as data: which formats carry it, what a report counts elsewhere, and how it looks in a dataset. */
import type { Abilities } from "../../src/carry/Abilities.ts"
import type { LossKind } from "../../src/carry/Losses.ts"
import type { ExactShape, ExactShapeType } from "../../src/model/exactShapes.ts"
import type { Content } from "./content.ts"
import { toCorners } from "./corners.ts"
import { type FoundObject, type FoundSample, findSamples } from "./objects.ts"

export interface Feature {
  readonly title: string
  readonly isCarried: (abilities: Abilities, through: ReadonlyArray<Abilities>) => boolean
  /** One of them is counted by an export of a dataset that has it to a format that does not carry it. */
  readonly losses: ReadonlyArray<LossKind>
  /** What must be the same, by its place. Empty where a dataset does not have it. */
  readonly find: (content: Content) => ReadonlyMap<string, unknown>
  /** Of objects that a format may leave out because of their shapes: only those that are there are compared. */
  readonly needsObject?: true
  /** Of single objects, which formats without instances join. */
  readonly isOfObjects?: true
}

const findObjects = (content: Content): ReadonlyArray<FoundObject> =>
  findSamples(content).flatMap(({ frames }) => frames.flatMap(({ objects }) => objects))

/** Objects that a format joined may have the same middle, and so the same place: they are not compared. */
const ofObjects =
  (fact: (object: FoundObject) => unknown): Feature["find"] =>
  (content) => {
    const objects = findObjects(content)
    const counts = new Map<string, number>()
    for (const { place } of objects) counts.set(place, (counts.get(place) ?? 0) + 1)
    return new Map(
      objects.flatMap((one) => {
        const value = counts.get(one.place) === 1 ? fact(one) : undefined
        return value === undefined ? [] : [[one.place, value]]
      }),
    )
  }

const ofSamples =
  (fact: (sample: FoundSample) => unknown): Feature["find"] =>
  (content) =>
    new Map(
      findSamples(content).flatMap((sample) => {
        const value = fact(sample)
        return value === undefined ? [] : [[sample.key, value]]
      }),
    )

const ofFrames =
  (fact: (frame: FoundSample["frames"][number]) => unknown): Feature["find"] =>
  (content) =>
    new Map(
      findSamples(content).flatMap(({ frames, key }) =>
        frames.flatMap((frame, index) => {
          const value = fact(frame)
          return value === undefined ? [] : [[`${key}/${index}`, value] as const]
        }),
      ),
    )

const ofCategories =
  (fact: (category: Content["dataset"]["categories"][number]) => unknown): Feature["find"] =>
  (content) => {
    const used = new Set(findObjects(content).map(({ category }) => category))
    return new Map(
      content.dataset.categories
        .filter(({ name }) => used.has(name))
        .flatMap((one) => {
          const value = fact(one)
          return value === undefined ? [] : [[one.name, value]]
        }),
    )
  }

const plain = (type: string, isOne = true) =>
  ofObjects(({ points, shape, type: own }) =>
    own === type && shape === undefined && (points.length === 1) === isOne ? points : undefined,
  )

const exact = <Type extends ExactShapeType>(
  type: Type,
  fact: (shape: Extract<ExactShape, { readonly type: Type }>) => unknown,
) =>
  ofObjects(({ shape }) =>
    shape?.type === type ? fact(shape as Extract<ExactShape, { readonly type: Type }>) : undefined,
  )

const hasExact = (type: ExactShapeType) => (abilities: Abilities) =>
  abilities.exactShapes?.includes(type) === true

const hasShape = (type: Abilities["annotations"][number]) => (abilities: Abilities) =>
  abilities.annotations.includes(type)

const isFilled = (value: object): boolean => Object.keys(value).length > 0

const toTexts = (attributes: unknown) =>
  Object.fromEntries(Object.entries(Object(attributes)).map(([name, value]) => [name, String(value)]))

export const imageFeatures: ReadonlyArray<Feature> = [
  {
    title: "boxes",
    isCarried: hasShape("bbox"),
    losses: ["geometry", "shapes"],
    find: ofObjects(({ points, type }) => (type === "bbox" ? points : undefined)),
  },
  {
    title: "polygons",
    isCarried: (abilities) => hasShape("polygon")(abilities) && abilities.polygonCorners === null,
    losses: ["geometry", "shapes"],
    find: plain("polygon", false),
  },
  {
    title: "polylines",
    isCarried: hasShape("polyline"),
    losses: ["geometry", "shapes"],
    find: plain("polyline", false),
  },
  {
    title: "points",
    isCarried: hasShape("point"),
    losses: ["geometry", "shapes"],
    find: plain("point"),
  },
  {
    title: "rotated boxes",
    isCarried: hasExact("rotated_box"),
    losses: ["exact-shapes"],
    find: exact("rotated_box", toCorners),
  },
  {
    title: "ellipses",
    isCarried: hasExact("ellipse"),
    losses: ["exact-shapes"],
    find: exact("ellipse", ({ angle, center, radii }) => ({ center, radii, angle })),
  },
  {
    title: "keypoints",
    isCarried: hasExact("skeleton"),
    losses: ["exact-shapes"],
    find: exact("skeleton", ({ joints }) =>
      joints.filter(({ visibility }) => visibility > 0).sort((a, b) => (a.name < b.name ? -1 : 1)),
    ),
  },
  {
    title: "boxes of skeletons",
    isCarried: ({ skeletonBoxes = false }) => skeletonBoxes,
    losses: ["skeleton-boxes", "exact-shapes"],
    find: exact("skeleton", ({ box }) => box),
  },
  {
    title: "parts",
    isCarried: hasExact("multipolygon"),
    losses: ["exact-shapes"],
    find: exact("multipolygon", ({ pixels, polygons }) =>
      pixels !== true && polygons.length > 1 && polygons.every(({ length }) => length === 1)
        ? polygons
        : undefined,
    ),
  },
  {
    title: "holes",
    isCarried: (abilities) => hasExact("multipolygon")(abilities) && (abilities.polygonHoles ?? true),
    losses: ["exact-shapes"],
    find: exact("multipolygon", ({ pixels, polygons }) =>
      pixels !== true && polygons.some(({ length }) => length > 1) ? polygons : undefined,
    ),
  },
  {
    title: "skeletons of categories",
    isCarried: ({ skeletons = false }) => skeletons,
    losses: ["skeletons", "skeleton-parts"],
    find: ofCategories(({ skeleton }) => skeleton?.joints.map(({ name }) => name)),
    needsObject: true,
  },
]

export const maskFeatures: ReadonlyArray<Feature> = [
  {
    title: "pixels",
    isCarried: () => true,
    losses: [],
    find: ofObjects(({ pixels }) => pixels && Uint32Array.from(pixels)),
    isOfObjects: true,
  },
  {
    title: "classes of pixels",
    isCarried: () => true,
    losses: [],
    find: (content) => {
      const pixels = new Map<string, Array<number>>()
      for (const { category, frame, pixels: own = [], track } of findObjects(content)) {
        const key = `${track.slice(0, track.lastIndexOf("/"))}/${frame}/${category}`
        pixels.set(key, [...(pixels.get(key) ?? []), ...own])
      }
      return new Map([...pixels].map(([key, all]) => [key, Uint32Array.from(all).sort()]))
    },
  },
]

export const cuboidFeatures: ReadonlyArray<Feature> = [
  {
    title: "cuboids",
    isCarried: () => true,
    losses: [],
    find: ofObjects(({ cuboid }) => cuboid && { position: cuboid.position, dimensions: cuboid.dimensions }),
  },
  {
    title: "yaw",
    isCarried: ({ rotation }) => rotation !== "none",
    losses: [],
    find: ofObjects(({ cuboid }) => cuboid && [Math.cos(cuboid.yaw), Math.sin(cuboid.yaw)]),
  },
  {
    title: "tilt",
    isCarried: ({ rotation }) => rotation === "quaternion",
    losses: ["tilt"],
    find: ofObjects(({ cuboid }) => {
      const [qx = 0, qy = 0, qz = 0, qw = 0] = cuboid?.rotation ?? []
      // A quaternion and its negative are the same rotation.
      return Math.abs(qx) + Math.abs(qy) > 1e-6 ? [qx * qw, qy * qw, qz * qw, qw * qw] : undefined
    }),
  },
]

export const commonFeatures: ReadonlyArray<Feature> = [
  {
    title: "classes",
    isCarried: () => true,
    losses: [],
    find: ofObjects(({ category }) => category),
    needsObject: true,
    isOfObjects: true,
  },
  {
    title: "names",
    isCarried: () => true,
    losses: [],
    find: ofSamples(({ name }) => name),
  },
  {
    title: "sets",
    isCarried: ({ splits }) => splits,
    losses: ["splits"],
    find: ofSamples(({ metadata }) => metadata["split"]),
  },
  {
    title: "metadata",
    isCarried: ({ metadata }) => metadata,
    losses: ["metadata"],
    find: ofSamples(({ metadata: { file: _, split: __, ...own } }) => (isFilled(own) ? own : undefined)),
  },
  {
    title: "attributes",
    isCarried: ({ attributes, losesUnchecked }, through) =>
      losesUnchecked !== true &&
      (attributes === "typed" ||
        (attributes === "defined" && through.every(({ definitions }) => definitions))),
    losses: ["attributes", "attribute-as-text"],
    find: ofObjects(({ annotation }) => annotation["attributes"]),
    needsObject: true,
    isOfObjects: true,
  },
  {
    title: "attributes as text",
    isCarried: ({ attributes, losesUnchecked }) => attributes !== "none" && losesUnchecked !== true,
    losses: ["attributes"],
    find: ofObjects(({ annotation }) => annotation["attributes"] && toTexts(annotation["attributes"])),
    needsObject: true,
    isOfObjects: true,
  },
  {
    title: "attributes of frames",
    isCarried: ({ frameAttributes }) => frameAttributes !== "none",
    losses: ["frame-attributes"],
    find: ofFrames(({ attributes }) => (isFilled(Object(attributes)) ? toTexts(attributes) : undefined)),
  },
  {
    title: "definitions",
    isCarried: ({ definitions }) => definitions,
    losses: ["definitions"],
    // Some have no place for those of text, and count them.
    find: ofCategories(({ attributes }) => {
      const defined = attributes.filter(({ input_type }) => input_type !== "text")
      return defined.length > 0 ? defined : undefined
    }),
    needsObject: true,
  },
  {
    title: "ids",
    isCarried: ({ ids }) => ids,
    losses: ["ids"],
    find: ofObjects(({ annotation }) => annotation["id"]),
    needsObject: true,
    isOfObjects: true,
  },
  {
    title: "ids of categories",
    isCarried: ({ categoryIds }) => categoryIds,
    losses: ["category-ids"],
    find: ofCategories(({ id }) => id),
    needsObject: true,
  },
  {
    title: "colors",
    isCarried: ({ categoryColors }) => categoryColors,
    losses: ["category-colors"],
    find: ofCategories(({ color }) => color ?? undefined),
    needsObject: true,
  },
]

export const pictureFeatures: ReadonlyArray<Feature> = [
  {
    title: "sizes of pictures",
    isCarried: () => true,
    losses: [],
    find: ofFrames(({ size }) => size),
  },
]

/** Of single pictures: in sequences the frames have the names. */
export const fileFeatures: ReadonlyArray<Feature> = [
  {
    title: "names of files",
    isCarried: () => true,
    losses: [],
    find: ofSamples(({ metadata }) => metadata["file"]),
  },
]

export const sequenceFeatures: ReadonlyArray<Feature> = [
  {
    title: "gaps",
    isCarried: ({ tracks }) => tracks,
    losses: ["tracks", "scenes"],
    find: (content) => {
      const frames = new Map<string, Array<number>>()
      for (const { frame, track } of findObjects(content))
        frames.set(track, [...(frames.get(track) ?? []), frame])
      return frames
    },
    needsObject: true,
  },
  {
    title: "tracks",
    isCarried: ({ tracks }) => tracks,
    losses: ["tracks", "scenes"],
    // Formats may count tracks anew: which annotations are one object must stay, and that others are not.
    find: (content) => {
      const ids = new Map<string, Set<unknown>>()
      for (const { annotation, category, track } of findObjects(content)) {
        const sample = track.slice(0, track.lastIndexOf("/"))
        const key = `${sample} ${category} ${annotation["track_id"]}`
        ids.set(key, (ids.get(key) ?? new Set()).add(track))
      }
      return new Map(
        [...ids.values()].flatMap((tracks) => [...tracks].map((one) => [String(one), tracks.size])),
      )
    },
    needsObject: true,
  },
  {
    title: "keyframes",
    isCarried: ({ keyframes }) => keyframes,
    losses: ["keyframes", "tracks", "scenes"],
    find: ofObjects(({ annotation }) => annotation["is_keyframe"]),
    needsObject: true,
  },
  {
    title: "timestamps",
    isCarried: ({ timestamps }) => timestamps !== "none",
    losses: ["timestamps"],
    find: ofFrames(({ timestamp }) => timestamp),
  },
  {
    title: "names of frames",
    isCarried: ({ frameNames }) => frameNames,
    losses: ["frame-names"],
    find: ofFrames(({ name }) => name ?? undefined),
  },
]
