/**
 * What `import` finds at a path: a file of lines, or a folder of samples. Walks only; the files are read one after the
 * other later, so that a folder of any size costs a list of names.
 */
import { readdirSync, statSync } from "node:fs"
import { basename, join } from "node:path"

export type Source =
  | { readonly _tag: "Lines"; readonly path: string; readonly size: number }
  | {
      readonly _tag: "Sample"
      readonly path: string
      /** The name of a sample that names itself not. */
      readonly name: string
      /** The attributes of its ground-truth label. */
      readonly label: string | undefined
      readonly size: number
    }

export interface Sources {
  readonly sources: ReadonlyArray<Source>
  readonly size: number
  /** The `configuration.json` nearest to the top. */
  readonly configuration: string | undefined
}

export const findSources = (path: string): Sources => {
  const sources = statSync(path).isDirectory() ? folder(path) : [file(path)]
  const configurations = statSync(path).isDirectory() ? configurationsIn(path) : []
  return {
    sources,
    size: sources.reduce((total, { size }) => total + size, 0),
    configuration: configurations[0],
  }
}

const file = (path: string): Source =>
  path.endsWith(".json")
    ? sampleFile(path, stem(path), undefined)
    : { _tag: "Lines", path, size: statSync(path).size }

/** A folder with a `sample.json` is one sample; any other holds samples, files of lines and folders. */
const folder = (path: string): ReadonlyArray<Source> => {
  const { files, folders } = entries(path)
  if (files.includes("sample.json")) {
    const label = files.includes("label.json") ? join(path, "label.json") : undefined
    return [sampleFile(join(path, "sample.json"), basename(path), label)]
  }
  const own = files
    .filter((name) => /\.(json|ndjson|jsonl)$/.test(name) && name !== "configuration.json")
    .map((name) => file(join(path, name)))
  return [...own, ...folders.flatMap((name) => folder(join(path, name)))]
}

const sampleFile = (path: string, name: string, label: string | undefined): Source => ({
  _tag: "Sample",
  path,
  name,
  label,
  size: statSync(path).size + (label === undefined ? 0 : statSync(label).size),
})

const configurationsIn = (path: string): ReadonlyArray<string> => {
  const { files, folders } = entries(path)
  if (files.includes("configuration.json")) return [join(path, "configuration.json")]
  return folders.flatMap((name) => configurationsIn(join(path, name)))
}

/** By name, hidden ones left out; the order of a file system is not one to rely on. */
const entries = (path: string) => {
  const all = readdirSync(path, { withFileTypes: true }).filter(({ name }) => !name.startsWith("."))
  const names = (wanted: (path: string) => boolean) =>
    all
      .map(({ name }) => name)
      .filter((name) => wanted(join(path, name)))
      .sort()
  return {
    files: names((path) => statSync(path).isFile()),
    folders: names((path) => statSync(path).isDirectory()),
  }
}

const stem = (path: string): string => basename(path).replace(/\.json$/, "")
