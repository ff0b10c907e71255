/**
 * Finds the sources of `import` at a path: a file, or a folder of samples. It only lists names, and files are read later
 * one by one, so that folders can have any size. Only hidden files and text files for people are ignored.
 */
import { readdirSync, realpathSync, type Stats, statSync } from "node:fs"
import { basename, join } from "node:path"
import { isLeftBySystem } from "@annotary/formats/files"
import { getShortReason } from "../serve/dataDir.ts"

export type Source =
  | { readonly _tag: "Lines"; readonly path: string; readonly size: number }
  | {
      readonly _tag: "Sample"
      readonly path: string
      /** The name of a sample without a name. */
      readonly name: string
      /** The attributes of its ground-truth label. */
      readonly label: string | undefined
      readonly size: number
    }

export interface Sources {
  readonly sources: ReadonlyArray<Source>
  readonly size: number
  /** The outermost `configuration.json`. */
  readonly configuration: string | undefined
  /** Sentences about unreadable entries; the others can be read. */
  readonly broken: ReadonlyArray<string>
  /** Files and folders that an import does not know. */
  readonly foreign: ReadonlyArray<string>
}

/** Lists everything below a folder. */
export const listFolderSources = (path: string): Sources => {
  const walk = new Walk()
  walk.visitAll(path)
  const { broken, configuration, foreign, sources } = walk
  const size = sources.reduce((total, source) => total + source.size, 0)
  return { sources, size, configuration: configuration?.path, broken, foreign }
}

/** A single file. */
export const makeFileSource = (path: string): Source =>
  path.endsWith(".json")
    ? { _tag: "Sample", path, name: getStem(path), label: undefined, size: statSync(path).size }
    : { _tag: "Lines", path, size: statSync(path).size }

class Walk {
  readonly sources: Array<Source> = []
  readonly broken: Array<string> = []
  readonly foreign: Array<string> = []
  configuration: { readonly path: string; readonly depth: number } | undefined
  private readonly seen = new Set<string>()
  private readonly links: Array<{ readonly path: string; readonly depth: number }> = []

  /** Visits links last: of a folder and a link to it, the link is reported. */
  visitAll(path: string): void {
    this.visitFolder(path, 0)
    // The list grows during the loop.
    for (const link of this.links) this.visitFolder(link.path, link.depth)
  }

  /** A folder with a `sample.json` is one sample; any other contains samples, files of lines and folders. */
  private visitFolder(path: string, depth: number): void {
    const real = this.tryRead(path, (given) => realpathSync(given))
    if (real === undefined) return
    if (this.seen.has(real)) {
      this.broken.push(`${path} leads to a folder that was read already.`)
      return
    }
    this.seen.add(real)
    const { files, folders, links } = this.listEntries(path)
    if (files.has("configuration.json") && depth < (this.configuration?.depth ?? Number.POSITIVE_INFINITY)) {
      this.configuration = { path: join(path, "configuration.json"), depth }
    }
    if (files.has("sample.json")) this.sample(path, files, folders)
    else {
      for (const [name, size] of files) this.addFile(join(path, name), name, size)
      for (const name of folders) {
        const inner = { path: join(path, name), depth: depth + 1 }
        if (links.has(name)) this.links.push(inner)
        else this.visitFolder(inner.path, inner.depth)
      }
    }
  }

  private sample(path: string, files: ReadonlyMap<string, number>, folders: ReadonlyArray<string>): void {
    const label = files.has("label.json") ? join(path, "label.json") : undefined
    const size = (files.get("sample.json") ?? 0) + (files.get("label.json") ?? 0)
    this.sources.push({ _tag: "Sample", path: join(path, "sample.json"), name: basename(path), label, size })
    for (const name of files.keys()) if (!sampleFiles.has(name)) this.foreign.push(join(path, name))
    for (const name of folders) this.foreign.push(join(path, name, "/"))
  }

  private addFile(path: string, name: string, size: number): void {
    if (name === "configuration.json") return
    if (name.endsWith(".json")) {
      this.sources.push({ _tag: "Sample", path, name: getStem(path), label: undefined, size })
    } else if (/\.(ndjson|jsonl)$/.test(name)) this.sources.push({ _tag: "Lines", path, size })
    else this.foreign.push(path)
  }

  /** Entries by name, without hidden ones and texts for people: the order of a file system is not stable. */
  private listEntries(path: string) {
    const files = new Map<string, number>()
    const folders: Array<string> = []
    const { links, names } = this.listNames(path)
    for (const name of names) {
      const inner = join(path, name)
      const stats = this.tryRead(inner, (given): Stats => statSync(given))
      if (stats?.isDirectory() === true) folders.push(name)
      else if (stats?.isFile() === true) {
        if (!isForPeople(name)) files.set(name, stats.size)
      } else if (stats !== undefined) this.broken.push(`${inner} is neither a file nor a folder.`)
    }
    return { files, folders, links }
  }

  private listNames(path: string) {
    const list = (given: string) => readdirSync(given, { withFileTypes: true, encoding: "buffer" })
    const names: Array<string> = []
    const links = new Set<string>()
    for (const entry of this.tryRead(path, list) ?? []) {
      const { name } = entry
      const text = name.toString("utf8")
      if (isLeftBySystem(text)) continue
      if (name.equals(Buffer.from(text))) {
        names.push(text)
        if (entry.isSymbolicLink()) links.add(text)
      } else this.broken.push(`${path}/${escapeName(name)} cannot be read: its name is not UTF-8.`)
    }
    return { links, names: names.sort() }
  }

  /** Returns undefined and reports it when the path cannot be read, which may happen at any time. */
  private tryRead<A>(path: string, read: (path: string) => A): A | undefined {
    try {
      return read(path)
    } catch (cause) {
      const isCycle = cause instanceof Error && "code" in cause && cause.code === "ELOOP"
      const reason = isCycle ? "its links form a loop" : getShortReason(cause)
      this.broken.push(`${path} cannot be read: ${reason}.`)
      return undefined
    }
  }
}

const sampleFiles: ReadonlySet<string> = new Set(["sample.json", "label.json", "configuration.json"])

const isForPeople = (name: string): boolean => /^(readme|license|licence)(\.|$)|\.md$/i.test(name)

const getStem = (path: string): string => basename(path).replace(/\.json$/, "")

/** Escapes bytes that are not text, in the notation of shells. */
const escapeName = (name: Buffer): string =>
  name
    .toString("latin1")
    .replaceAll(/[^ -~]/g, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`)
