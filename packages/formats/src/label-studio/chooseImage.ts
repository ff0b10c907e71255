/** Chooses the image of a task: regions and values that refer to another one of its images are never put on it. */
import type { Losses } from "../carry/Losses.ts"
import type { Node } from "../files/Node.ts"
import type { Config } from "./readConfig.ts"
import type { Group } from "./results.ts"

export interface TaskImage {
  /** The column of the task's data. */
  readonly column: string
  /** The regions of this image, and values of the whole image. */
  readonly groups: ReadonlyArray<Group>
}

export const chooseImage = (
  task: Node,
  groups: ReadonlyArray<Group>,
  config: Config | null,
  losses: Losses,
): TaskImage => {
  const data = task.at("data")
  const objects = new Set(
    groups.flatMap(({ shape }) => (shape === undefined ? [] : (readObject(shape) ?? []))),
  )
  const column =
    config === null
      ? (data.keys().find((name) => objects.has(name) && data.at(name).isPresent) ?? chooseColumn(data, null))
      : chooseColumn(data, config)
  const hasOneImage = config === null ? listFiles(data, column).length < 2 : config.media.size < 2
  const columns = new Map([...objects].map((object) => [object, findColumn(object, data, config)]))
  const unknown = [...columns].flatMap(([object, own]) => (own === undefined ? [object] : []))
  if (unknown.length > 0 && (!hasOneImage || (config === null && objects.size > 1)))
    task.fail(
      `has regions of ${[...objects].join(", ")} and several images: put the labeling configuration as an XML file beside the export.`,
    )
  const isOther = ({ isRelation, results, shape }: Group): boolean => {
    const object = isRelation ? undefined : readObject(shape ?? results[0])
    if (object === undefined) return false
    // All regions of a project with one image are on it, whatever name it had at the time. Values may refer to a text, too.
    if (config !== null && (hasOneImage || (shape === undefined && !config.media.has(object)))) return false
    const own = findColumn(object, data, config)
    if (own === undefined) return !hasOneImage
    return own !== column && (config !== null || objects.has(object) || isMedium(data.at(own)))
  }
  for (const group of groups.filter(isOther)) losses.add("references", group.results[0]?.place ?? task.place)
  return { column, groups: groups.filter((group) => !isOther(group)) }
}

const readObject = (result: Node | undefined): string | undefined => {
  const name = result?.at("to_name").value
  return typeof name === "string" ? name : undefined
}

/** The column of an image by its name in the configuration. Without a configuration it has the name of its column. */
const findColumn = (object: string, data: Node, config: Config | null): string | undefined =>
  [config?.media.get(object) ?? object, object].find((name) => data.at(name).isPresent)

const chooseColumn = (data: Node, config: Config | null): string =>
  [...(config?.media.values() ?? []), "image", "video"].find((name) => data.at(name).isPresent) ??
  data.keys().find((name) => isFile(data.at(name))) ??
  data.fail("has neither an image nor a video.")

/** The columns that may be images as well as the chosen one: beside a URL without an ending other URLs, too. */
const listFiles = (data: Node, column: string): ReadonlyArray<string> => {
  const isLike = isFile(data.at(column)) ? isFile : isMedium
  return data.keys().filter((name) => name === column || isLike(data.at(name)))
}

const isFile = ({ value }: Node): boolean =>
  /\.(jpe?g|png|webp|bmp|gif|tiff?|mp4|webm)(\?.*)?$/i.test(String(value))

const isMedium = (node: Node): boolean => isFile(node) || /^[a-z][a-z0-9+.-]*:\/\//i.test(String(node.value))
