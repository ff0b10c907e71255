/** Reads lists of tasks, as Label Studio exports them under "JSON". They are read twice: the labels are known at the end. */
import type { Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { jsonList } from "../files/jsonList.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import { ImageResolver } from "../images/ImageResolver.ts"
import { type Category, CategoryNumbers } from "../model/Dataset.ts"
import { toTaskType } from "../model/toWire.ts"
import { withSkeletons } from "../model/usedSkeletons.ts"
import { readJointNames } from "./joints.ts"
import { readAnswer } from "./readAnswer.ts"
import { type Config, readConfig } from "./readConfig.ts"
import type { Reading } from "./reading.ts"
import { readTask } from "./readTask.ts"
import { getLabel, hasSequence } from "./results.ts"

const listDocuments = ({ paths }: Source) => paths.filter((path) => path.toLowerCase().endsWith(".json"))

export const readLabelStudio: Reader = {
  detect: async (source) => {
    const [first] = listDocuments(source)
    if (first === undefined) return undefined
    for await (const task of jsonList(source, first))
      return isObject(task) && (isTask(task) || isMinimal(task)) ? first : undefined
    return (await readConfig(source)) === null ? undefined : first
  },
  read: async (source, context) => {
    const paths = listDocuments(source)
    if (paths.length === 0) throw new FormatError(".", "has no JSON files.")
    const config = await readConfig(source)
    const scan = await scanTasks(source, paths, config)
    const kind = scan.isSegmentation ? "image-segmentation" : "image-vector"
    const numbers = new CategoryNumbers([...(config?.labels ?? []), ...[...scan.labels].sort()])
    const resolver = new ImageResolver(source)
    const { isSegmentation } = scan
    const reading: Reading = { ...context, source, resolver, config, numbers, isSegmentation }
    return {
      dataset: {
        name: "label-studio",
        description: "",
        taskType: toTaskType(kind, scan.isVideo),
        categories: withSkeletons(withConfig(numbers.categories, config), scan.skeletons),
        imageAttributes: [],
      },
      scenes: readScenes(paths, reading),
    }
  },
}

/** One control serves all labels. */
const withConfig = (categories: ReadonlyArray<Category>, config: Config | null): ReadonlyArray<Category> =>
  categories.map((category) => ({
    ...category,
    color: config?.colors.get(category.name) ?? null,
    attributes: config?.attributes ?? [],
  }))

async function* readScenes(paths: ReadonlyArray<string>, reading: Reading) {
  const parts = new PartReader(reading.losses, "records")
  for (const path of paths)
    for await (const task of jsonList(reading.source, path)) {
      const scene = await parts.readLater(async () =>
        readTask(task, readAnswer(task, reading.losses), path, reading),
      )
      if (scene !== undefined) yield scene
    }
  parts.checkAny()
}

const isTask = (record: Node): boolean =>
  record.at("data").isPresent && (record.at("annotations").isPresent || record.at("predictions").isPresent)

/** A record of the shorter JSON-MIN, which the reader refuses with the reason. */
const isMinimal = (record: Node): boolean =>
  !record.at("data").isPresent && record.at("annotation_id").isPresent && record.at("annotator").isPresent

const isObject = ({ value }: Node): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value)

interface Scan {
  readonly labels: ReadonlySet<string>
  /** The names of joints by label. */
  readonly skeletons: ReadonlyMap<string, ReadonlyArray<string>>
  readonly isSegmentation: boolean
  readonly isVideo: boolean
}

const scanTasks = async (
  source: Source,
  paths: ReadonlyArray<string>,
  config: Config | null,
): Promise<Scan> => {
  const labels = new Set<string>()
  const skeletons = new Map<string, ReadonlyArray<string>>()
  const [parts, regions] = [new PartReader(null), new PartReader(null)]
  let [hasMasks, hasDrawings, hasVideos, hasImages] = [false, false, false, false]
  for (const path of paths)
    for await (const task of jsonList(source, path)) {
      const groups = parts.read(() => readAnswer(task).groups)
      if (groups === undefined) continue
      let isVideo = false
      for (const group of groups)
        regions.read(() => {
          const label = getLabel(group)
          if (label !== undefined) labels.add(label)
          const joints = group.shape === undefined ? [] : readJointNames(group.shape)
          if (label !== undefined && joints.length > 0 && !skeletons.has(label)) skeletons.set(label, joints)
          if (group.shape === undefined) return
          if (group.shape.at("value").at("rle").isPresent) hasMasks = true
          else hasDrawings = true
          if (hasSequence(group.shape)) isVideo = true
        })
      isVideo ||= groups.length === 0 && task.at("data").at("video").isPresent
      hasVideos ||= isVideo
      hasImages ||= !isVideo
      if (hasVideos && hasImages)
        task.fail("is of another kind than the tasks before: all must be images, or all videos.")
    }
  parts.checkAny()
  return {
    labels,
    skeletons,
    isSegmentation: !hasDrawings && (hasMasks || config?.isSegmentation === true),
    isVideo: hasVideos,
  }
}
