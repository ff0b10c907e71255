/** Names of the files of an export: those that were imported, wherever they are unique. */
import { checkPath, getStem, isImagePath, nameOfStem, stripImageEnding } from "../files/paths.ts"
import { isLeftBySystem } from "../files/sideFiles.ts"
import type { ExportPaths, Scene } from "../model/Scene.ts"
import { toSet } from "../model/sets.ts"

/** The path in the metadata of a sample, below the folder of images; undefined where it is none. */
export const getMetadataFile = ({ file }: Scene["metadata"]): string | undefined => {
  // Imports would leave such a file out.
  if (typeof file !== "string" || file === "" || /\p{Cc}/u.test(file) || isLeftBySystem(file))
    return undefined
  try {
    return checkPath(file) === file ? file : undefined
  } catch {
    return undefined
  }
}

/**
 * Gives each sample the name of its file in place of the name of the sample, which may have the set in front or the ending at the end. A name that another
 * sample has already is not given twice: the name of the sample is taken then, which is unique.
 */
export class ExportNames {
  readonly #taken = { image: new Set<string>(), beside: new Set<string>(), besideInSet: new Set<string>() }

  /** The paths of a sample whose metadata names the file. */
  assignPaths(scene: Pick<Scene, "name" | "split">, file: string): ExportPaths {
    const own = getStem(scene.name)
    const stem = isImagePath(file) ? stripImageEnding(file) : file
    const paths = findFilePaths(scene, stem, file)
    const choose = (kind: keyof ExportPaths, suffix?: string) =>
      this.#makeUniqueName(kind, paths === undefined ? [own] : [paths[kind], own], suffix)
    return {
      image: choose("image", file.slice(stem.length)),
      beside: choose("beside"),
      besideInSet: choose("besideInSet", `\0${scene.split ?? ""}`),
    }
  }

  /** Takes the first of the choices that nobody has, when it is asked for the first time. */
  #makeUniqueName(kind: keyof ExportPaths, choices: ReadonlyArray<string>, suffix = ""): () => string {
    const taken = this.#taken[kind]
    let chosen: string | undefined
    const choose = (): string => {
      for (let number = 1; ; number++)
        for (const choice of choices) {
          const path = number === 1 ? choice : `${choice}~${number}`
          if (taken.has(`${path}${suffix}`)) continue
          taken.add(`${path}${suffix}`)
          return path
        }
    }
    return () => {
      chosen ??= choose()
      return chosen
    }
  }
}

/** The paths that the file gives. Undefined where it is the name of the sample as it is written, but reads as another one: `getStem` makes `%0A` of a line break. */
const findFilePaths = (
  { name, split }: Pick<Scene, "name" | "split">,
  stem: string,
  file: string,
): Readonly<Record<keyof ExportPaths, string>> | undefined => {
  const relation = relateNameToFile(name, stem, file)
  if (relation === undefined && [stem, file].some((text) => `/${name}`.endsWith(`/${text}`))) return undefined
  const { folder, isWithEnding } = relation ?? { folder: "", isWithEnding: false }
  const prefix = folder === "" ? "" : `${getStem(folder)}/`
  const beside = isWithEnding ? file : stem
  const inSet = split !== null && toSet(folder) === split ? "" : prefix
  return { image: `${prefix}${stem}`, beside: `${prefix}${beside}`, besideInSet: `${inSet}${beside}` }
}

/** The rule by which the name of a sample follows from its file: the text in front of it, and whether it has the ending. Undefined where it does not. */
const relateNameToFile = (name: string, stem: string, file: string) => {
  for (const [end, isWithEnding] of [
    [nameOfStem(stem), false],
    [nameOfStem(file), true],
  ] as const) {
    if (name === end) return { folder: "", isWithEnding }
    if (name.endsWith(`/${end}`)) return { folder: name.slice(0, -end.length - 1), isWithEnding }
  }
  return undefined
}
