/** Writes `annotations/SET.json`, item by item. */
import type { WriteContext, Writer } from "../Format.ts"
import { getStem } from "../files/paths.ts"
import type { OutputFile } from "../files/Target.ts"
import { type Dataset, findKind } from "../model/Dataset.ts"
import type { Frame, Scene } from "../model/Scene.ts"
import { mediaTypes, printCategories, printInfos } from "./configuration.ts"
import { prepareMasks, printAnnotation } from "./writeAnnotation.ts"

/** The set of samples that have none. */
const defaultSet = "default"

export const writeDatumaro: Writer = async (scenes, context) => {
  const { dataset, target } = context
  const labels = new Map(dataset.categories.map(({ id }, index) => [id, index]))
  const files = new Map<string, { readonly file: OutputFile; isEmpty: boolean }>()
  const open = async (set: string) => {
    const setFile = files.get(set)
    if (setFile !== undefined) return setFile
    const file = await target.open(`annotations/${set}.json`)
    const head = {
      dm_format_version: "1.0",
      media_type: toMediaType(dataset),
      infos: printInfos(dataset),
      categories: printCategories(dataset),
    }
    await file.write(`${JSON.stringify(head).slice(0, -1)},"items":[`)
    const opened = { file, isEmpty: true }
    files.set(set, opened)
    return opened
  }
  for await (const scene of scenes) {
    const set = scene.split ?? defaultSet
    const opened = await open(set)
    for (const [index, frame] of scene.frames.entries()) {
      const item = await formatItem(scene, frame, index, set, labels, context)
      await opened.file.write(`${opened.isEmpty ? "\n" : ",\n"}${JSON.stringify(item)}`)
      opened.isEmpty = false
    }
  }
  // Without samples the configuration remains.
  if (files.size === 0) await open(defaultSet)
  for (const { file } of files.values()) {
    await file.write("\n]}\n")
    await file.close()
  }
}

const toMediaType = ({ taskType }: Dataset): number => {
  const kind = findKind(taskType)
  return kind === undefined
    ? mediaTypes.other
    : kind.startsWith("image")
      ? mediaTypes.image
      : mediaTypes.cloud
}

const formatItem = async (
  scene: Scene,
  frame: Frame,
  index: number,
  set: string,
  labels: ReadonlyMap<number, number>,
  context: WriteContext,
) => {
  const stem = scene.exportPaths?.besideInSet() ?? getStem(scene.name)
  const id = scene.isSequence ? `${stem}/${String(index).padStart(6, "0")}` : stem
  const size = frame.image && (await context.sizeOf(frame.image))
  const masks = await prepareMasks(frame, size, (kind, annotation) => {
    context.losses.add(kind, `${scene.name}: polygon ${annotation}`)
  })
  return {
    id,
    annotations: frame.annotations.map((one) => {
      const label = labels.get(one.categoryId) ?? 0
      return printAnnotation(one, label, scene.isSequence, masks, context.losses)
    }),
    attr: {
      ...frame.attributes,
      ...(scene.isSequence && { frame: index }),
      annotary: toOwnFields(scene, frame),
    },
    ...(await toMedia(frame, id, set, context)),
  }
}

const toOwnFields = ({ isSequence, kind, metadata, name }: Scene, frame: Frame) => ({
  scene: name,
  kind,
  ...(isSequence && { is_sequence: true }),
  ...(frame.name !== null && { name: frame.name }),
  ...(frame.timestamp !== null && { timestamp: frame.timestamp }),
  ...(Object.keys(metadata).length > 0 && { metadata }),
  ...(frame.cloud !== null && { cloud_type: frame.cloud.type }),
})

/** Paths within the folder of the set, where Datumaro looks for them. */
const toMedia = async (frame: Frame, id: string, set: string, { place, sizeOf }: WriteContext) => {
  const stripFolder = (folder: string, path: string) =>
    path.startsWith(`${folder}/${set}/`) ? path.slice(folder.length + set.length + 2) : path
  if (frame.image !== null) {
    const size = await sizeOf(frame.image)
    const path = stripFolder("images", await place(frame.image, `images/${set}/${id}`))
    return { image: { path, ...(size !== null && { size: [size.height, size.width] }) } }
  }
  if (frame.cloud === null) return {}
  return {
    point_cloud: { path: stripFolder("point_clouds", await place(frame.cloud, `point_clouds/${set}/${id}`)) },
  }
}
