/** Reads every JSON file that has `openlabel`. Categories come from our ontology file, or from the types of all objects. */

import { Losses } from "../carry/Losses.ts"
import type { ReadContext, Reader } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { readJsonFile } from "../files/json.ts"
import { Node } from "../files/Node.ts"
import { nameOfStem, stripEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { ImageResolver } from "../images/ImageResolver.ts"
import { resolveFiles } from "../images/resolveFiles.ts"
import { assignTracks } from "../model/assignTracks.ts"
import { CategoryNumbers, type Dataset } from "../model/Dataset.ts"
import type { Scene } from "../model/Scene.ts"
import { toTaskType } from "../model/toWire.ts"
import { withSkeletons } from "../model/usedSkeletons.ts"
import { Document } from "./document.ts"
import { ontologyPath, readOntology } from "./ontology.ts"

const isOntology = (path: string): boolean => path === ontologyPath || path.endsWith(`/${ontologyPath}`)

/** The dataset of our ontology file; undefined without one. Two of them are refused: a category has two definitions. */
const readOntologyFile = async (source: Source): Promise<Dataset | undefined> => {
  const [path, other] = source.paths.filter(isOntology)
  if (other !== undefined)
    throw new FormatError(other, `has categories, as ${path} has: only one of them can be imported.`)
  return path === undefined ? undefined : readOntology(new Node(await readJsonFile(source, path), path))
}

const listDocuments = ({ paths }: Source) =>
  paths.filter((path) => path.toLowerCase().endsWith(".json") && !isOntology(path))

/** The root of a document, behind a member such as `$schema`; VCD 4.3 called it `vcd`. */
const rootPattern =
  /^\uFEFF?\s*\{\s*(?:"\$?\w+"\s*:\s*(?:"[^"]*"|[\d.]+)\s*,\s*)*"(?:openlabel|vcd)"\s*:\s*\{/

export const readOpenLabel: Reader = {
  detect: async (source) => {
    const first = listDocuments(source)[0]
    if (first === undefined) return undefined
    const head = await source.peek(first, 0, 4096)
    return rootPattern.test(new TextDecoder().decode(head)) ? first : undefined
  },
  read: async (source, context) => {
    const paths = listDocuments(source)
    if (paths.length === 0) throw new FormatError(".", "has no JSON files.")
    const dataset = (await readOntologyFile(source)) ?? (await readSummary(source, paths))
    return { dataset, scenes: readScenes(source, paths, dataset, context) }
  },
}

const open = async (source: Source, path: string, losses: Losses): Promise<Document> => {
  const document = new Node(await readJsonFile(source, path), path)
  return new Document(document, nameOfStem(stripEnding(path)), losses, source.limits)
}

/** The documents together say this of their dataset. */
const readSummary = async (source: Source, paths: ReadonlyArray<string>): Promise<Dataset> => {
  const names = new Set<string>()
  const types = new Set<string>()
  const joints = new Map<string, Set<string>>()
  for (const path of paths) {
    const document = await open(source, path, new Losses())
    for (const name of document.categories) names.add(name)
    for (const [name, own] of document.joints) {
      const all = joints.get(name) ?? new Set<string>()
      joints.set(name, all)
      for (const joint of own) all.add(joint)
    }
    const [first] = document.sensors
    if (first !== undefined)
      types.add(first.name !== null ? "multisensor-sequence" : toTaskType(first.kind, first.isSequence))
  }
  const [taskType = "", ...others] = types
  const sequences = others.length === 0 ? taskType : findSequenceType(types)
  if (sequences === undefined)
    throw new FormatError(
      paths[0] ?? ".",
      `and the other files have different labels: ${[...types].join(", ")}.`,
    )
  return {
    name: "openlabel",
    description: "",
    taskType: sequences,
    categories: withSkeletons(
      new CategoryNumbers([...names].sort()).categories,
      new Map([...joints].map(([name, own]) => [name, [...own]])),
    ),
    imageAttributes: [],
  }
}

/** The type of sequences among types of one kind, since a sequence may have one frame; undefined for types of several kinds. */
const findSequenceType = (types: ReadonlySet<string>): string | undefined => {
  const sequence = [...types].find((type) => type.endsWith("-sequence"))
  const kinds = new Set([...types].map((type) => type.replace(/-sequence$/, "").replace(/^image-/, "")))
  return kinds.size === 1 ? sequence : undefined
}

async function* readScenes(
  source: Source,
  paths: ReadonlyArray<string>,
  { categories, taskType }: Dataset,
  { losses }: ReadContext,
): AsyncGenerator<Scene> {
  const ids = new Map(categories.map(({ id, name }) => [name, id]))
  const isSequence = taskType.endsWith("-sequence")
  const resolver = new ImageResolver(source)
  for (const path of paths) {
    const document = await open(source, path, losses)
    const documentScenes = document.scenes((category, place) => {
      const id = ids.get(category)
      if (id === undefined)
        throw new FormatError(path, `${place} has the unknown category ${JSON.stringify(category)}.`)
      return id
    })
    for (const scene of documentScenes) {
      const resolved = resolveFiles(scene, resolver, path)
      yield isSequence && !resolved.isSequence ? toSequence(resolved) : resolved
    }
  }
}

/** A single sample among sequences: annotations become tracks of one frame. */
const toSequence = (scene: Scene): Scene => {
  const [numbered = scene] = assignTracks([scene])
  return { ...numbered, isSequence: true }
}
