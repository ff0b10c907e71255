/** `config_v2.0.json`: the labels in the order of their values in masks, with names, colors and whether they have instances. */
import type { Losses } from "../carry/Losses.ts"
import { DatasetError } from "../FormatError.ts"
import { readJsonFile } from "../files/json.ts"
import { checkLimit } from "../files/limits.ts"
import { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { getBaseName } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import type { Category } from "../model/Dataset.ts"

/** The label of pixels without a class. */
export const unlabeled = "void--unlabeled"

export const configPath = "config_v2.0.json"

/** `config_v2.0.json` and `config_v1.2.json`, or `config.json` of the first release. */
const configName = /^config(?:_(v\d+\.\d+))?\.json$/

/** The list for a version of the labels; undefined where no file is one. Two of them in different folders are refused. */
export const findConfig = ({ paths }: Source, version: string | null): string | undefined => {
  const configs = paths.filter((path) => configName.test(getBaseName(path)))
  const ofVersion = configs.filter((path) => findConfigVersion(path) === version)
  const [config, other] = ofVersion.length > 0 ? ofVersion : configs
  if (other !== undefined && ofVersion.length > 0)
    throw new DatasetError(other, `lists labels, as ${config} does: only one of them can be imported.`)
  return config
}

const findConfigVersion = (path: string): string | null => configName.exec(getBaseName(path))?.[1] ?? null

/** The categories of the labels, whose ids are one above the values in masks. An odd label is counted, and its value has no category. */
export const readConfig = async (
  source: Source,
  path: string,
  losses: Losses,
): Promise<ReadonlyArray<Category>> => {
  const labels = new Node(await readJsonFile(source, path), path).at("labels").items()
  checkLimit(source.limits, "rows", labels.length, path, "the number of its labels")
  const [parts, colors] = [new PartReader(losses), new PartReader(losses, "category-colors")]
  const categories = labels.flatMap((label, index): ReadonlyArray<Category> => {
    const name = parts.read(() => label.at("name").text())
    if (name === undefined) return []
    const color = colors.read(() => label.at("color").or(null, (own) => own.numbers(3))) ?? null
    const hasInstances = label.at("instances").value !== false
    return [{ id: index + 1, name, color, hasInstances, attributes: [] }]
  })
  parts.checkAny()
  return categories
}

/** Pixels without a class have a dedicated label, the last one unless the categories have it. */
export const formatConfig = (categories: ReadonlyArray<Category>): string => {
  const labels = listLabels(categories).map(({ color, hasInstances, name }) => ({
    color: color?.slice(0, 3) ?? [0, 0, 0],
    evaluate: name !== unlabeled,
    instances: hasInstances,
    name,
    readable: name === unlabeled ? "Unlabeled" : name,
  }))
  const document = {
    labels,
    version: "2.0",
    mapping: "public",
    folder_structure:
      "{split}/{version}/{content:instances|labels|polygons}/{image_key:.22}.{extension:png|json}",
  }
  return `${JSON.stringify(document)}\n`
}

export const listLabels = (
  categories: ReadonlyArray<Category>,
): ReadonlyArray<Pick<Category, "color" | "hasInstances" | "name">> =>
  categories.some(({ name }) => name === unlabeled)
    ? categories
    : [...categories, { name: unlabeled, color: [0, 0, 0], hasInstances: false }]
