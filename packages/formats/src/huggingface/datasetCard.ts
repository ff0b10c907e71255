/** The `README.md` of a dataset for `datasets`: its front matter names the folders of splits that have other names than the usual ones. */

import { type Source, textFile } from "../files/Source.ts"
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
      `  - split: ${toSplitName(folder)}`,
      `    path: ${JSON.stringify(`${folder}/**`)}`,
    ]),
    "---",
    "",
  ].join("\n")

export const datasetCardPath = path

/** The sets by their folders, which the front matter gives to splits. A split that is the folder in the letters of splits is the folder. */
export const readDatasetCard = async (source: Source): Promise<ReadonlyMap<string, string>> => {
  if (!source.has(path)) return new Map()
  const frontMatter = /^---\r?\n([\s\S]*?)\r?\n---\s*(\r?\n|$)/.exec(await textFile(source, path))?.[1]
  if (frontMatter === undefined) return new Map()
  const found = new Map<string, string>()
  for (const config of toList(parseYaml(frontMatter, path).get("configs")))
    for (const files of toList(toMap(config)?.get("data_files"))) {
      const split = toMap(files)?.get("split")
      for (const pattern of toList(toMap(files)?.get("path"))) {
        const folder = /^([^*?[\]]+)\/[^/]*\*[^/]*$/.exec(String(pattern))?.[1]
        if (typeof split === "string" && folder !== undefined)
          found.set(folder, toSplitName(folder) === split ? folder : split)
      }
    }
  return found
}

const toList = (value: YamlValue | undefined): ReadonlyArray<YamlValue> =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as YamlValue]

const toMap = (value: YamlValue): YamlMap | undefined =>
  value instanceof Map ? (value as YamlMap) : undefined
