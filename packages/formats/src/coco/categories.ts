/** The records of categories, which COCO and its panoptic variant share. */
import type { Losses } from "../carry/Losses.ts"
import { DatasetError, FormatError } from "../FormatError.ts"
import type { Node } from "../files/Node.ts"
import type { Category, SkeletonDefinition } from "../model/Dataset.ts"
import type { Ids } from "./Ids.ts"
import { readNumbers, readWord } from "./numbers.ts"
import {
  areNumbers,
  mergeSkeletons,
  readJointNames,
  readSkeletonDefinition,
  toSkeletonFields,
} from "./skeletons.ts"

/** `keypoints` is the number of points of the category's shapes where they have no names; 0 without any. */
export const formatCategoryRecord = (
  { color, hasInstances, id, name, skeleton }: Category,
  keypoints: number,
): string =>
  JSON.stringify({
    id,
    name,
    supercategory: "",
    isthing: hasInstances ? 1 : 0,
    ...(color !== null && { color: color.slice(0, 3) }),
    ...(skeleton !== undefined
      ? toSkeletonFields(skeleton)
      : keypoints > 0 && {
          keypoints: Array.from({ length: keypoints }, (_, index) => String(index + 1)),
          skeleton: [],
        }),
  })

/** The id of the category of annotations that have none. */
const implicitId = 2 ** 51

/** A category as one file has it. */
interface FileCategory extends Omit<Category, "skeleton"> {
  readonly record: Node | undefined
  readonly place: string
  readonly supercategory: string
}

/** The keypoints of a category in one file, and in the dataset. */
export interface FileJoints {
  /** In the order of the file. */
  readonly names: ReadonlyArray<string>
  readonly definition: SkeletonDefinition
}

/** Whether the id was a number in its file. */
const isNumberId = (id: number): boolean => id < implicitId

/** The categories of one file, by the ids that it gives them. */
export class FileCategories {
  readonly path: string
  readonly ids: Ids
  readonly found = new Map<number, FileCategory>()
  readonly used = new Set<number>()
  /** The ids in the dataset, by those of the file. */
  readonly mapped = new Map<number, number>()
  /** The largest number of keypoints of an annotation, by category. */
  readonly keypoints = new Map<number, number>()
  readonly joints = new Map<number, FileJoints>()
  /** Whether our writer made the file: numbers as names of keypoints are no names then. */
  isOwn = false

  constructor(path: string, ids: Ids) {
    this.path = path
    this.ids = ids
  }

  add(record: Node, losses: Losses): void {
    const id = this.ids.read(record.at("id"))
    const written = readWord(record.at("name"))
    const name = written ?? String(record.at("id").value)
    const category = this.found.get(id)
    if (category !== undefined && category.name !== name)
      throw new DatasetError(
        this.path,
        `has the id ${id} of ${JSON.stringify(category.name)} (${category.place}) for ${JSON.stringify(name)} (${record.place}) as well.`,
      )
    if (category !== undefined) return
    if (written === undefined) losses.add("unknown", `${record.place}: a category without a name`)
    countUnknown(record, name, losses)
    const colors = readNumbers(record.at("color"))
    const isColor = colors !== undefined && colors.length >= 3
    if (!isColor && record.at("color").isPresent) losses.add("category-colors", record.at("color").place)
    this.found.set(id, {
      id,
      name,
      color: isColor ? colors : null,
      hasInstances: readIsThing(record.at("isthing"), losses),
      attributes: [],
      record,
      place: record.place,
      supercategory: readWord(record.at("supercategory")) ?? "",
    })
  }

  /** The category of a format whose annotations have none. */
  addImplicit(): void {
    const category = { id: implicitId, name: "object", color: null, hasInstances: true, attributes: [] }
    this.found.set(implicitId, {
      ...category,
      record: undefined,
      place: this.path,
      supercategory: "",
    })
  }

  /** Remembers that an annotation has the category: of equal names, the used one wins. */
  use(id: unknown, keypoints: number): void {
    const own = this.ids.find(id)
    if (own === undefined) return
    this.used.add(own)
    if (keypoints > (this.keypoints.get(own) ?? 0)) this.keypoints.set(own, keypoints)
  }

  /** The keypoints of the category; undefined where they have no names. */
  findJoints(id: unknown): FileJoints | undefined {
    const own = this.ids.find(id)
    return own === undefined ? undefined : this.joints.get(own)
  }

  /** The id in the dataset; undefined for a category that the file does not have. */
  toDatasetId(id: unknown): number | undefined {
    const own = id === undefined ? implicitId : this.ids.find(id)
    return own === undefined ? undefined : this.mapped.get(own)
  }
}

const knownFields = new Set(
  "id name supercategory isthing color keypoints skeleton flip_idx sigmas".split(" "),
)

const countUnknown = (record: Node, name: string, losses: Losses): void => {
  const isKept =
    record.at("supercategory").or(true, ({ value }) => value === "" || value === name) &&
    record.keys().every((key) => knownFields.has(key) || !record.at(key).isPresent)
  if (!isKept) losses.add("unknown", `${record.place} (${name})`)
}

/** The categories of several files: those of one name are one category. */
export class Categories {
  readonly #files: Array<FileCategories> = []
  readonly #losses: Losses
  readonly #byName = new Map<string, Category>()

  constructor(losses: Losses) {
    this.#losses = losses
  }

  file(path: string, ids: Ids): FileCategories {
    const file = new FileCategories(path, ids)
    this.#files.push(file)
    return file
  }

  /** Gives the categories their ids in the dataset, after all files are read: the first file's where they differ. */
  merge(): ReadonlyArray<Category> {
    const taken = new Map<number, string>()
    let last = 0
    for (const { found } of this.#files)
      for (const { id } of found.values()) if (isNumberId(id)) last = Math.max(last, id)
    for (const file of this.#files)
      for (const [name, members] of groupByName(file)) {
        const chosen = chooseCategory(file, members)
        const existing = this.#byName.get(name)
        const isFree = isNumberId(chosen.id) && (taken.get(chosen.id) ?? name) === name
        const id = existing?.id ?? (isFree ? chosen.id : ++last)
        taken.set(id, name)
        const { color, hasInstances } = existing ?? chosen
        const skeleton = this.#mergeSkeleton(file, members, existing?.skeleton)
        const category = { id, name, color, hasInstances, attributes: [] }
        this.#byName.set(name, { ...category, ...(skeleton && { skeleton }) })
        for (const member of members) {
          file.mapped.set(member.id, id)
          if (member.id !== id && isNumberId(member.id)) this.#losses.add("category-ids", member.place)
        }
      }
    for (const { joints, found } of this.#files)
      for (const [id, { names }] of joints) {
        // The definition has the joints of all files now.
        const definition = this.#byName.get(found.get(id)?.name ?? "")?.skeleton
        if (definition !== undefined) joints.set(id, { names, definition })
      }
    return [...this.#byName.values()]
  }

  #mergeSkeleton(
    file: FileCategories,
    members: ReadonlyArray<FileCategory>,
    known: SkeletonDefinition | undefined,
  ): SkeletonDefinition | undefined {
    let merged = known
    for (const { id, place, record } of members) {
      const names = record === undefined ? [] : readJointNames(record, file.keypoints.get(id) ?? 0)
      if (record === undefined || names.length === 0 || (file.isOwn && areNumbers(names))) continue
      const { definition, isWhole } = readSkeletonDefinition(record, names)
      if (!isWhole) this.#losses.add("unknown", `${place}/skeleton`)
      file.joints.set(id, { names, definition })
      merged = merged === undefined ? definition : mergeSkeletons(merged, definition)
    }
    return merged
  }

  /** Refuses files without a category. */
  list(path: string): ReadonlyArray<Category> {
    const categories = this.merge()
    if (categories.length === 0) throw new FormatError(path, "has no categories.")
    return categories
  }
}

const groupByName = ({ found }: FileCategories): ReadonlyMap<string, ReadonlyArray<FileCategory>> => {
  const groups = new Map<string, Array<FileCategory>>()
  for (const category of found.values()) {
    const group = groups.get(category.name) ?? []
    groups.set(category.name, group)
    group.push(category)
  }
  return groups
}

/**
 * The category that stands for all of its name in a file: the first that annotations have. Exporters write a parent with the name of its
 * child. Two that annotations have and that stand below different parents are two things; only their author knows how they differ.
 */
const chooseCategory = (
  { path, used }: FileCategories,
  members: ReadonlyArray<FileCategory>,
): FileCategory => {
  const [first, ...others] = members.filter(({ id }) => used.has(id))
  const other = others.find(({ supercategory }) => supercategory !== first?.supercategory)
  if (first !== undefined && other !== undefined)
    throw new FormatError(
      path,
      `has the category ${JSON.stringify(first.name)} below ${JSON.stringify(first.supercategory)} (${first.place}) and below ${JSON.stringify(other.supercategory)} (${other.place}): they need different names.`,
    )
  const [any] = members
  return first ?? any ?? failUnreachable()
}

const failUnreachable = (): never => {
  throw new Error("A group of categories has at least one.")
}

/** True without one. A number that is not finite, as Python writes it, is counted. */
const readIsThing = (isThing: Node, losses: Losses): boolean => {
  const { place, value } = isThing
  if (typeof value === "number" && !Number.isFinite(value)) losses.add("unreadable", place)
  return isThing.or(true, () => value !== 0 && value !== false)
}
