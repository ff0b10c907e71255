/** Finds the configuration of a YOLO dataset in whichever file a tool writes it. */
import type { Losses } from "../carry/Losses.ts"
import { FormatError } from "../FormatError.ts"
import type { Source } from "../files/Source.ts"
import { findClassLists, readClassLists } from "./classLists.ts"
import { findDarknet, readDarknet } from "./darknet.ts"
import { findDota, readDota } from "./dota.ts"
import { findDataYaml, findTaskWord, readDataYaml } from "./readDataYaml.ts"
import type { YoloConfig } from "./YoloConfig.ts"

/** A file that shows a dataset of YOLO, or a fault in such a file; undefined without one. */
const findConfig = async (source: Source): Promise<string | undefined> =>
  (await findDataYaml(source))?.path ?? findDarknet(source) ?? findClassLists(source)[0] ?? findDota(source)

/** The first of `data.yaml`, `obj.data`, lists of classes beside images, and folders `labelTxt`. */
export const readConfig = async (source: Source, losses?: Losses): Promise<YoloConfig> => {
  const yaml = await findDataYaml(source)
  if (yaml !== undefined) return await readDataYaml(source, yaml, losses)
  const darknet = findDarknet(source)
  if (darknet !== undefined) return await readDarknet(source, darknet)
  const lists = findClassLists(source)
  if (lists.length > 0) return await readClassLists(source, lists)
  const dota = findDota(source)
  if (dota !== undefined) return await readDota(source, dota)
  throw new FormatError(
    "data.yaml",
    "is missing, or has no names and sets, and neither obj.data nor classes.txt exists.",
  )
}

/**
 * The file that shows a dataset of the task, for detection. A fault in files of no other format shows one as well: reading them says what is
 * wrong.
 */
export const detectTask = async (
  source: Source,
  task: string,
  isTask: (config: YoloConfig) => Promise<boolean>,
): Promise<string | undefined> => {
  try {
    if ((await findConfig(source)) === undefined) return undefined
    const config = await readConfig(source)
    return (await isTask(config)) ? config.path : undefined
  } catch (cause) {
    const isFault = cause instanceof FormatError && source.has(cause.path) && !hasDocuments(source)
    if (isFault && (await findFaultyTask(source)) === task) return cause.path
    throw cause
  }
}

/** Whether there are files of formats in JSON or XML. */
const hasDocuments = ({ paths }: Source): boolean =>
  paths.some((path) => /\.(json|xml)$/i.test(path) && !/(^|\/)notes\.json$/.test(path))

/** The task that a configuration names although it has a fault; boxes where it names none. */
const findFaultyTask = async (source: Source): Promise<string> => {
  const yaml = await findDataYaml(source).catch(() => undefined)
  return (yaml && findTaskWord(yaml)) ?? "detect"
}
