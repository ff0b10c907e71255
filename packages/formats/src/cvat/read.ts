/** Reads all XML files of CVAT among the files. They are read twice: the labels that occur are known at the end. */
import type { Losses } from "../carry/Losses.ts"
import type { Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import type { Source } from "../files/Source.ts"
import { xmlChildren } from "../files/xml.ts"
import { ImageResolver } from "../images/ImageResolver.ts"
import type { Category } from "../model/Dataset.ts"
import { toTaskType } from "../model/toWire.ts"
import { readImages } from "./readImages.ts"
import type { CvatReading, Document } from "./reading.ts"
import { type Meta, readMeta } from "./readMeta.ts"
import { groupAttribute, readGroup, readSource, sourceAttribute } from "./readShape.ts"
import { readVideo } from "./readVideo.ts"

const listDocuments = (source: Source) => source.paths.filter((path) => path.toLowerCase().endsWith(".xml"))

export const readCvat: Reader = {
  detect: async (source) => {
    const [first] = listDocuments(source)
    if (first === undefined) return undefined
    for await (const { name } of xmlChildren(source, first, "annotations"))
      return name === "version" || name === "meta" ? first : undefined
    return undefined
  },
  read: async (source, context) => {
    const all = listDocuments(source)
    if (all.length === 0) throw new FormatError(".", "has no XML files.")
    const scans: Array<Scan> = []
    for (const path of all) scans.push(await scan(source, path, context.losses))
    const isSequence = scans.some(({ document }) => document.isVideo)
    const single = scans.find(({ document }) => !document.isVideo)
    if (isSequence && single !== undefined)
      throw new FormatError(single.document.path, "has single images, but other files have videos.")
    const isSegmentation = scans.every(({ document, hasDrawings, masked }) =>
      hasDrawings ? false : masked.size > 0 || document.meta.isSegmentation,
    )
    const categories = mergeCategories(scans)
    const byName = new Map(categories.map((category) => [category.name, category]))
    const reading: CvatReading = {
      ...context,
      source,
      resolver: new ImageResolver(source),
      isSegmentation,
      category: (label, element) =>
        byName.get(label) ?? element.fail(`has the unknown label ${JSON.stringify(label)}.`),
      prefix: (path) => (all.length === 1 ? "" : path.slice(0, path.lastIndexOf("/") + 1)),
    }
    const kind = isSegmentation ? "image-segmentation" : "image-vector"
    return {
      dataset: {
        name: scans[0]?.document.meta.taskName || "cvat",
        description: "",
        taskType: toTaskType(kind, isSequence),
        categories,
        imageAttributes: [...new Set(scans.flatMap(({ tags }) => [...tags]))].map((name) => ({
          name,
          input_type: "checkbox",
        })),
      },
      scenes: readScenes(scans, reading),
    }
  },
}

async function* readScenes(scans: ReadonlyArray<Scan>, reading: CvatReading) {
  for (const { document } of scans)
    yield* document.isVideo ? readVideo(document, reading) : readImages(document, reading)
}

interface Scan {
  readonly document: Document
  readonly hasDrawings: boolean
  /** Labels with an occluded shape. */
  readonly occluded: ReadonlySet<string>
  /** Labels with a mask. */
  readonly masked: ReadonlySet<string>
  /** Labels with a shape of a group, and with one of another source than a person. */
  readonly grouped: ReadonlySet<string>
  readonly sourced: ReadonlySet<string>
  /** Labels of whole images. */
  readonly tags: ReadonlySet<string>
  /** Labels of shapes, of files that define none. */
  readonly used: ReadonlySet<string>
}

const scan = async (source: Source, path: string, losses: Losses): Promise<Scan> => {
  let meta: Meta | undefined
  let isVideo = false
  let hasDrawings = false
  const occluded = new Set<string>()
  const masked = new Set<string>()
  const grouped = new Set<string>()
  const sourced = new Set<string>()
  const tags = new Set<string>()
  const used = new Set<string>()
  for await (const element of xmlChildren(source, path, "annotations")) {
    if (element.name === "meta") meta = readMeta(element, source.limits)
    else if (element.name !== "image" && element.name !== "track") {
      if (element.name !== "version") losses.add("unknown", `${element.place}: ${element.name}`)
    } else {
      if (element.name === "track") isVideo = true
      for (const shape of element.children) {
        if (shape.name === "attribute") continue
        const owner = element.name === "track" ? element : shape
        const label = owner.optional("label") ?? ""
        if (label === "") continue
        if (shape.name === "tag") tags.add(label)
        else used.add(label)
        if (shape.name === "mask") masked.add(label)
        else if (shape.name !== "tag") hasDrawings = true
        if (shape.optional("occluded") === "1") occluded.add(label)
        if (readGroup(owner) !== undefined) grouped.add(label)
        if (readSource(owner) !== undefined) sourced.add(label)
      }
    }
  }
  if (meta === undefined) throw new FormatError(path, "has no <meta>.")
  return {
    document: { path, meta, isVideo: isVideo || meta.isVideo },
    hasDrawings,
    occluded,
    masked,
    grouped,
    sourced,
    tags,
    used,
  }
}

/** The labels of all files in their order. The mark of shapes as occluded becomes an attribute of their category. */
const mergeCategories = (scans: ReadonlyArray<Scan>): ReadonlyArray<Category> => {
  const byName = new Map<string, Category>()
  const marks = [
    { name: "occluded", input_type: "checkbox", labels: scans.flatMap((one) => [...one.occluded]) },
    { name: groupAttribute, input_type: "number", labels: scans.flatMap((one) => [...one.grouped]) },
    { name: sourceAttribute, input_type: "text", labels: scans.flatMap((one) => [...one.sourced]) },
  ]
  const add = (category: Omit<Category, "id">) => {
    if (byName.has(category.name)) return
    const isDefined = (mark: string) => category.attributes.some(({ name }) => name === mark)
    const marked = marks
      .filter(({ labels, name }) => labels.includes(category.name) && !isDefined(name))
      .map(({ input_type, name }) => ({ name, input_type }))
    const attributes = [...category.attributes, ...marked]
    byName.set(category.name, { ...category, attributes, id: byName.size + 1 })
  }
  for (const { document } of scans) document.meta.labels.forEach(add)
  for (const { document, used } of scans)
    if (document.meta.labels.length === 0)
      for (const name of [...used].sort()) add({ name, color: null, hasInstances: true, attributes: [] })
  return [...byName.values()]
}
