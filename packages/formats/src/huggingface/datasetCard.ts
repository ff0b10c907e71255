/**
 * The `README.md` of a dataset for `datasets`: its front matter names the folders of splits that have other names than the usual ones, and the
 * names of categories whose rows have numbers.
 */

import { readTextFile, type Source } from "../files/Source.ts"
import type { YamlMap, YamlValue } from "../files/yaml.ts"
import { parseYaml } from "../files/yaml.ts"

const path = "README.md"

/** `datasets` takes letters, digits and underscores in names of splits. */
const toSplitName = (folder: string): string => folder.replace(/\W/g, "_")

export const printDatasetCard = (folders: ReadonlyArray<string>): string =>
  [
    "---",
    "configs:",
    "- config_name: default",
    "  data_files:",
    ...folders.flatMap((folder) => [
      // Without quotes, YAML takes 1 and no for a number and false.
      `  - split: ${JSON.stringify(toSplitName(folder))}`,
      `    path: ${JSON.stringify(`${folder}/**`)}`,
    ]),
    "---",
    "",
  ].join("\n")

export const datasetCardPath = path

/** The sets by their folders, which the front matter gives to splits. A split that is the folder in the letters of splits is the folder. */
export const readDatasetCard = async (source: Source): Promise<ReadonlyMap<string, string>> => {
  const configs = new Map<string, string>()
  for (const config of toList((await readFrontMatter(source))?.get("configs")))
    for (const files of toList(toMap(config)?.get("data_files"))) {
      const split = toMap(files)?.get("split")
      for (const pattern of toList(toMap(files)?.get("path"))) {
        const folder = /^([^*?[\]]+)\/[^/]*\*[^/]*$/.exec(String(pattern))?.[1]
        if (typeof split === "string" && folder !== undefined)
          configs.set(folder, toSplitName(folder) === split ? folder : split)
      }
    }
  return configs
}

/** Undefined for a folder without a card, and for a card without front matter. */
const readFrontMatter = async (source: Source): Promise<YamlMap | undefined> => {
  if (!source.has(path)) return undefined
  const frontMatter = /^---\r?\n([\s\S]*?)\r?\n---\s*(\r?\n|$)/.exec(await readTextFile(source, path))?.[1]
  return frontMatter === undefined ? undefined : parseYaml(frontMatter, path, source.limits)
}

/** Tools call the list of categories so. */
export const categoryKeys = ["categories", "category", "category_id", "label", "labels"]

/** The names of the categories of boxes by their numbers. Empty where the card has none, or configurations differ. */
export const readCategoryNames = async (source: Source): Promise<ReadonlyMap<number, string>> => {
  const lists = toList((await readFrontMatter(source))?.get("dataset_info")).flatMap((info) => {
    const objects = findFeature(toMap(info)?.get("features"), ["objects"])
    // A list of objects, an object of lists, or one inside the other, as releases of `datasets` write them.
    const members = [
      objects,
      ...memberKeys.map((key) => toMap(objects?.get(key))),
      toMap(toMap(objects?.get("list"))?.get("struct")),
    ]
    const feature = members
      .flatMap((own) => memberKeys.map((key) => own?.get(key)))
      .flatMap((own) => findFeature(own, categoryKeys) ?? [])[0]
    const names = feature && findNames(feature)
    return names === undefined ? [] : [names]
  })
  const [first, ...others] = lists.map((names) => JSON.stringify([...names]))
  return lists[0] !== undefined && others.every((other) => other === first) ? lists[0] : new Map()
}

const memberKeys = ["sequence", "list", "struct"]

const findFeature = (features: YamlValue | undefined, names: ReadonlyArray<string>): YamlMap | undefined =>
  toList(features).flatMap((own) => {
    const feature = toMap(own)
    return feature !== undefined && names.includes(String(feature.get("name"))) ? [feature] : []
  })[0]

/** `class_label` stands in the `dtype` of the feature, or in the list that the feature is. */
const findNames = (feature: YamlMap): ReadonlyMap<number, string> | undefined => {
  const label = [feature, ...["dtype", ...memberKeys].map((key) => toMap(feature.get(key)))]
    .flatMap((own) => [own?.get("class_label"), toMap(own?.get("dtype"))?.get("class_label")])
    .find((own) => toMap(own) !== undefined)
  const names = toMap(label)?.get("names")
  if (names === undefined || typeof names === "string") return undefined
  const entries = names instanceof Map ? [...(names as YamlMap)] : [...toList(names).entries()]
  return new Map(
    entries.flatMap(([key, name]) => (typeof name === "string" ? [[Number(key), name] as const] : [])),
  )
}

const toList = (value: YamlValue | undefined): ReadonlyArray<YamlValue> =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as YamlValue]

const toMap = (value: YamlValue | undefined): YamlMap | undefined =>
  value instanceof Map ? (value as YamlMap) : undefined
