/** A dataset configures this for its labels. */
import { lookup } from "../files/lookup.ts"
import type { Kind } from "./Scene.ts"

export interface Dataset {
  readonly name: string
  readonly description: string
  /** The task type of a dataset on the wire, such as `pointcloud-cuboid-sequence`. */
  readonly taskType: string
  readonly categories: ReadonlyArray<Category>
  /** Attributes of a whole frame. */
  readonly imageAttributes: ReadonlyArray<AttributeDefinition>
}

export interface Category {
  readonly id: number
  readonly name: string
  /** Red, green, blue from 0 to 255. */
  readonly color: ReadonlyArray<number> | null
  /** False for an area without instances, such as the sky. */
  readonly hasInstances: boolean
  readonly attributes: ReadonlyArray<AttributeDefinition>
  /** The named keypoints of its objects. Absent, never undefined, where it has none. */
  readonly skeleton?: SkeletonDefinition
}

/** The names of joints are the identity of keypoints; their order is that of formats that list keypoints without names. */
export interface SkeletonDefinition {
  readonly joints: ReadonlyArray<JointDefinition>
  /** Pairs of names that a line connects. */
  readonly edges: ReadonlyArray<readonly [string, string]>
  /** Pairs of names that a mirrored image exchanges; other joints stay what they are. */
  readonly flip: ReadonlyArray<readonly [string, string]>
}

export interface JointDefinition {
  readonly name: string
  /** The precision with which people place it, for object keypoint similarity. */
  readonly sigma?: number
}

/** As in the configuration on the wire: `name`, `input_type`, and what that type has. */
export type AttributeDefinition = { readonly name: string; readonly input_type: string } & Readonly<
  Record<string, unknown>
>

const kinds: { readonly [taskType: string]: Kind } = {
  "segmentation-bitmap": "image-segmentation",
  "segmentation-bitmap-highres": "image-segmentation",
  "image-segmentation-sequence": "image-segmentation",
  bboxes: "image-vector",
  vector: "image-vector",
  keypoints: "image-vector",
  "image-vector-sequence": "image-vector",
  "pointcloud-cuboid": "cuboid",
  "pointcloud-cuboid-sequence": "cuboid",
  "pointcloud-vector": "cloud-vector",
  "pointcloud-vector-sequence": "cloud-vector",
  "pointcloud-segmentation": "cloud-segmentation",
  "pointcloud-segmentation-sequence": "cloud-segmentation",
}

/** Undefined for a task type of several sensors, and for an unknown one. */
export const findKind = (taskType: string): Kind | undefined => lookup(kinds, taskType)

export const isSequence = (taskType: string): boolean => taskType.endsWith("-sequence")

/** Finds the names of categories. Labels are checked when they are saved: a name is missing only in a label without such a check. */
export const makeCategoryNames = ({ categories }: Dataset): ((id: number) => string) => {
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? `category ${id}`
}

/** Numbers categories from 1 in the order in which their names appear. */
export class CategoryNumbers {
  readonly #ids = new Map<string, number>()

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.of(name)
  }

  of(name: string): number {
    const id = this.#ids.get(name) ?? this.#ids.size + 1
    this.#ids.set(name, id)
    return id
  }

  get categories(): ReadonlyArray<Category> {
    return [...this.#ids].map(([name, id]) => ({ id, name, color: null, hasInstances: true, attributes: [] }))
  }
}

/** A dataset of which files say no more than the names of its categories, in their order. */
export const makeDataset = (name: string, taskType: string, categories: Iterable<string>): Dataset => ({
  name,
  description: "",
  taskType,
  categories: new CategoryNumbers(categories).categories,
  imageAttributes: [],
})
