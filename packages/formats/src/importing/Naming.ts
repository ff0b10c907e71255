/** Names of samples from their files: the path below the image folder of the set, as short as it is unique in the import. */
import type { Losses } from "../carry/Losses.ts"
import { FormatError } from "../FormatError.ts"
import { nameOfStem } from "../files/paths.ts"
import { nameOfFile } from "../images/fileInSet.ts"
import { isUrl } from "../images/imageFinder.ts"
import type { Scene } from "../model/Scene.ts"

type Named = Pick<Scene, "name" | "sensor" | "file" | "set" | "split"> & Partial<Pick<Scene, "frames">>

const noSet = ""

/**
 * Collects the files of all samples first; names follow after `settle`. The ending stays where two names of a set differ by it. Where two sets
 * share a name, every name begins with its set.
 */
export class Naming {
  /** The set, the file and a digest of the image of each stem; a list where several images have it. */
  readonly #stems = new Map<string, string | Array<string>>()
  /** Names that the files give, with the sets and the sensors that have each. */
  readonly #given = new Map<string, Set<string>>()
  #hasSharedGiven = false
  #withEnding = new Set<string>()
  /** The sets and files that images of several folders share: their names are their whole paths. */
  readonly #sharedFiles = new Set<string>()
  #hasSharedNames = false
  #isSettled = false

  get isSettled(): boolean {
    return this.#isSettled
  }

  /** Whether names begin with their sets. */
  get hasSharedNames(): boolean {
    return this.#hasSharedNames
  }

  /** A name that no sample before has; mostly it is the name that the sample gets in the end. */
  findFreeName(scene: Named): string {
    const { file } = scene
    if (file === undefined) return this.#given.has(scene.name) ? prefixSet(scene, scene.name) : scene.name
    const keys = this.#listStemKeys(nameOfFile(file))
    if (keys.length === 0) return nameOfFile(file)
    const own = `${getSet(scene)}\0${file}`
    return keys.some((key) => getFileKey(key) === own) ? getWholePath(scene, file) : prefixSet(scene, file)
  }

  /** Fails when two samples are one file, or have one name. */
  add(scene: Named): void {
    const { file, name, sensor } = scene
    if (file === undefined) {
      const own = `${getSet(scene)}\0${sensor ?? ""}`
      const others = this.#given.get(name)
      if (others?.has(own)) throw new FormatError(".", `has the sample ${JSON.stringify(name)} twice.`)
      if (others === undefined) this.#given.set(name, new Set([own]))
      else others.add(own)
      return
    }
    const stem = nameOfFile(file)
    const fileKey = `${getSet(scene)}\0${file}`
    const key = `${fileKey}\0${hashText(getWholePath(scene, file))}`
    const others = this.#stems.get(stem)
    if (others === undefined) this.#stems.set(stem, key)
    else {
      const all = typeof others === "string" ? [others] : others
      if (all.includes(key)) throw new FormatError(prefixSet(scene, file), "is the image of two samples.")
      if (all.some((other) => getFileKey(other) === fileKey)) this.#sharedFiles.add(fileKey)
      all.push(key)
      this.#stems.set(stem, all)
    }
  }

  /** After the last sample. */
  settle(): void {
    if (this.#isSettled) return
    this.#isSettled = true
    for (const keys of this.#given.values())
      if (new Set([...keys].map((key) => key.slice(0, key.indexOf("\0")))).size > 1)
        this.#hasSharedGiven = true
    const pending: Array<string> = []
    for (const [stem, keys] of this.#stems) {
      if (typeof keys === "string") continue
      const files = [...new Set(keys.map(getFileKey))]
      const sets = files.map((key) => key.slice(0, key.indexOf("\0")))
      if (new Set(sets).size > 1) this.#hasSharedNames = true
      for (const set of new Set(sets))
        if (sets.filter((own) => own === set).length > 1) pending.push(`${set}\0${stem}`)
    }
    for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
      if (this.#withEnding.has(key)) continue
      this.#withEnding.add(key)
      pending.push(...this.#listFileStems(key))
    }
  }

  /** A name with its ending may be the stem of another file, which keeps its ending then, too. */
  #listFileStems(key: string): ReadonlyArray<string> {
    const [set = "", stem = ""] = key.split("\0")
    return this.#listStemKeys(stem).flatMap((own) => {
      const [other = "", file = ""] = own.split("\0")
      if (other !== set) return []
      const sets = new Set(this.#listStemKeys(file).map((like) => like.slice(0, like.indexOf("\0"))))
      if (sets.size > (sets.has(set) ? 1 : 0)) this.#hasSharedNames = true
      return sets.has(set) ? [`${set}\0${file}`] : []
    })
  }

  /** The name begins with its set where files of several sets share it. */
  getSampleName(scene: Named): string {
    const { file } = scene
    if (file === undefined) return this.#hasSharedGiven ? prefixSet(scene, scene.name) : scene.name
    const stem = nameOfFile(file)
    const written = this.#sharedFiles.has(`${getSet(scene)}\0${file}`) ? getWholePath(scene, file) : file
    const name = this.#withEnding.has(`${getSet(scene)}\0${stem}`) ? nameOfStem(written) : nameOfFile(written)
    return this.#hasSharedNames ? prefixSet(scene, name) : name
  }

  /** Counts the sample when its name begins with its set for the sake of others. */
  count(scene: Named, losses: Losses): void {
    const isShared = scene.file === undefined ? this.#hasSharedGiven : this.#hasSharedNames
    if (isShared && getSet(scene) !== noSet) losses.add("sets-in-names", this.getSampleName(scene))
  }

  #listStemKeys(stem: string): ReadonlyArray<string> {
    const keys = this.#stems.get(stem) ?? []
    return typeof keys === "string" ? [keys] : keys
  }
}

/** The path of the image among the files: images of several folders may be called alike below these. */
const getWholePath = ({ frames }: Named, file: string): string => {
  const url = frames?.[0]?.image?.url
  return url === undefined || isUrl(url) ? file : url
}

/** The set and the file of a key. */
const getFileKey = (key: string): string => key.slice(0, key.lastIndexOf("\0"))

/** 32 bits keep apart the few images that share a file, without their paths in memory. */
const hashText = (text: string): string => {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return (hash >>> 0).toString(36)
}

const getSet = ({ set, split }: Named): string => set ?? split ?? noSet

const prefixSet = (scene: Named, name: string): string =>
  getSet(scene) === noSet ? name : `${getSet(scene)}/${name}`
