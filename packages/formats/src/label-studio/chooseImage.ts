/** Chooses the image of a task: regions that refer to another one of its images are never put on it. */
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
  const [only = "", ...others] = objects
  // Without a configuration an image has the name of its column, or it is the only one.
  const isColumn = config === null && others.length === 0 && isFile(data.at(only))
  const column = isColumn ? only : chooseColumn(data, config)
  const object = config?.object ?? (objects.has(column) ? column : undefined)
  if (object === undefined && others.length > 0)
    task.fail(
      `has regions of several images (${[...objects].join(", ")}): put the labeling configuration as an XML file beside the export.`,
    )
  const isOther = ({ results, shape }: Group): boolean => {
    const own = readObject(shape ?? results[0])
    return (
      object !== undefined && own !== undefined && own !== object && (shape !== undefined || objects.has(own))
    )
  }
  for (const group of groups.filter(isOther)) losses.add("references", group.results[0]?.place ?? task.place)
  return { column, groups: groups.filter((group) => !isOther(group)) }
}

const readObject = (result: Node | undefined): string | undefined => {
  const name = result?.at("to_name").value
  return typeof name === "string" ? name : undefined
}

const chooseColumn = (data: Node, config: Config | null): string =>
  [config?.column ?? "", "image", "video"].find((name) => data.at(name).isPresent) ??
  data.keys().find((name) => isFile(data.at(name))) ??
  data.fail("has neither an image nor a video.")

const isFile = ({ value }: Node): boolean =>
  /\.(jpe?g|png|webp|bmp|gif|tiff?|mp4|webm)(\?.*)?$/i.test(String(value))
