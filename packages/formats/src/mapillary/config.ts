/** `config_v2.0.json`: the labels in the order of their values in masks, with names, colors and whether they have instances. */
import { Losses } from "../carry/Losses.ts"
import { DatasetError } from "../FormatError.ts"
import { readJsonFile } from "../files/json.ts"
import { checkLimit } from "../files/limits.ts"
import { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { getBaseName } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { fillColors } from "../model/categoryColors.ts"
import type { Category } from "../model/Dataset.ts"

/** The label of pixels without a class. */
export const unlabeled = "void--unlabeled"

export const configPath = "config_v2.0.json"

/** `config_v2.0.json` and `config_v1.2.json`, or `config.json` of the first release. */
const configName = /^config(?:_(v\d+\.\d+))?\.json$/

/** The lists for a version of the labels, or else those of other versions, for a look: none is refused. */
export const findConfigs = async (source: Source, version: string | null): Promise<ReadonlyArray<string>> => {
  const paths = source.paths.filter((path) => configName.test(getBaseName(path)))
  const configs: Array<string> = []
  for (const path of paths) if (await isConfig(source, path)) configs.push(path)
  return selectVersion(configs, version)
}

/** The list for a version of the labels; undefined where no file is one. Two of them in different folders are refused. */
export const findConfig = async (source: Source, version: string | null): Promise<string | undefined> => {
  const listed = await findConfigs(source, version)
  // A list that another tool wrote has no readable names; one that is called by its version is read whatever it has.
  const named = source.paths.filter((path) => findConfigVersion(path) !== null)
  const [config, other] = listed.length > 0 ? listed : selectVersion(named, version)
  if (config !== undefined && other !== undefined && findConfigVersion(other) === version)
    throw new DatasetError(other, `lists labels, as ${config} does: only one of them can be imported.`)
  return config
}

/** Many tools have a file `config.json`. */
const isConfig = async (source: Source, path: string): Promise<boolean> => {
  const head = new TextDecoder().decode(await source.peek(path, 0, 65_536))
  return /"labels"\s*:\s*\[/.test(head) && /"readable"\s*:/.test(head)
}

const selectVersion = (configs: ReadonlyArray<string>, version: string | null): ReadonlyArray<string> => {
  const ofVersion = configs.filter((path) => findConfigVersion(path) === version)
  return ofVersion.length > 0 ? ofVersion : configs
}

const findConfigVersion = (path: string): string | null => configName.exec(getBaseName(path))?.[1] ?? null

/** The categories of the labels, whose ids are one above the values in masks. A label that cannot be read is counted, and its value has no category. Two labels of one name are refused. */
export const readConfig = async (
  source: Source,
  path: string,
  losses: Losses,
): Promise<ReadonlyArray<Category>> => {
  const labels = new Node(await readJsonFile(source, path), path).at("labels").items()
  checkLimit(source.limits, "rows", labels.length, path, "the number of its labels")
  const [parts, colors] = [new PartReader(losses), new PartReader(losses, "category-colors")]
  const indexes = new Map<string, number>()
  const categories = labels.flatMap((label, index): ReadonlyArray<Category> => {
    const name = parts.read(() => label.at("name").text())
    if (name === undefined) return []
    const first = indexes.get(name)
    if (first !== undefined)
      throw new DatasetError(
        path,
        `has the name ${JSON.stringify(name)} at /labels/${first} and at /labels/${index}.`,
      )
    indexes.set(name, index)
    const color = colors.read(() => label.at("color").or(null, (own) => own.numbers(3))) ?? null
    const hasInstances = label.at("instances").value !== false
    return [{ id: index + 1, name, color, hasInstances, attributes: [] }]
  })
  parts.checkAny()
  return categories
}

/** Every label has a color, which Datumaro requires, and the colors of two labels must differ. */
export const formatConfig = (categories: ReadonlyArray<Category>, losses: Losses): string => {
  const labels = chooseLabelColors(categories, losses).map(({ color, hasInstances, name }) => ({
    color,
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

/** Of labels with one color the first has it, and a category before the label of pixels without a class. */
const chooseLabelColors = (categories: ReadonlyArray<Category>, losses: Losses) => {
  const taken = new Set<string>()
  const distinct = categories.map((category) => {
    const key = category.color?.slice(0, 3).join(",")
    if (key === undefined || !taken.has(key)) {
      if (key !== undefined) taken.add(key)
      return category
    }
    return { ...category, color: null }
  })
  const labels = listLabels(fillColors(distinct, losses)).map((label, index) =>
    index === categories.length && taken.has(String(label.color)) ? { ...label, color: null } : label,
  )
  // That a label of no category gets another color than black is no loss.
  return fillColors(labels, new Losses())
}

/** Pixels without a class have a dedicated label, the last one unless the categories have it. */
export const listLabels = (
  categories: ReadonlyArray<Category>,
): ReadonlyArray<Pick<Category, "color" | "hasInstances" | "name">> =>
  categories.some(({ name }) => name === unlabeled)
    ? categories
    : [...categories, { name: unlabeled, color: [0, 0, 0], hasInstances: false }]
