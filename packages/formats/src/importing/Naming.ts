/** Names of samples from their files: the path below the image folder of the set, as short as it is unique in the import. */
import type { Losses } from "../carry/Losses.ts"
import { FormatError } from "../FormatError.ts"
import { nameOfStem } from "../files/paths.ts"
import { nameOfFile } from "../images/fileInSet.ts"
import { isUrl } from "../images/imageFinder.ts"
import type { Scene } from "../model/Scene.ts"
import { ImageIndex } from "./ImageIndex.ts"

type Named = Pick<Scene, "name" | "sensor" | "file" | "set" | "split"> & Partial<Pick<Scene, "frames">>

const noSet = ""

/**
 * Collects the files of all samples first; names follow after `settle`. The ending stays where two names of a set differ by it. Where two sets
 * share a name, every name begins with its set.
 */
export class Naming {
  readonly #images = new ImageIndex()
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
    const stem = nameOfFile(file)
    if (!this.#images.hasStem(stem)) return stem
    const isShared = this.#images.hasFile(stem, getSet(scene), file)
    return isShared ? toNamePath(getWholePath(scene, file)) : prefixSet(scene, file)
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
    const set = getSet(scene)
    const state = this.#images.add(nameOfFile(file), { set, file, path: getWholePath(scene, file) })
    if (state === "twice") throw new FormatError(prefixSet(scene, file), "is the image of two samples.")
    if (state === "sharing") this.#sharedFiles.add(`${set}\0${file}`)
  }

  /** After the last sample. */
  settle(): void {
    if (this.#isSettled) return
    this.#isSettled = true
    for (const keys of this.#given.values())
      if (new Set([...keys].map((key) => key.slice(0, key.indexOf("\0")))).size > 1)
        this.#hasSharedGiven = true
    const pending: Array<SetStem> = []
    for (const stem of this.#images.listShared()) {
      const sets = this.#images.listSets(stem)
      if (sets.length > 1) this.#hasSharedNames = true
      for (const set of sets) if (this.#images.listFiles(stem, set).length > 1) pending.push({ set, stem })
    }
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const key = `${next.set}\0${next.stem}`
      if (this.#withEnding.has(key)) continue
      this.#withEnding.add(key)
      pending.push(...this.#listFileStems(next))
    }
  }

  /** A name with its ending may be the stem of another file, which keeps its ending then, too. */
  #listFileStems({ set, stem }: SetStem): ReadonlyArray<SetStem> {
    return this.#images.listFiles(stem, set).flatMap((file) => {
      const sets = this.#images.listSets(file)
      if (sets.some((own) => own !== set)) this.#hasSharedNames = true
      return sets.includes(set) ? [{ set, stem: file }] : []
    })
  }

  /** The name begins with its set where files of several sets share it. */
  getSampleName(scene: Named): string {
    const { file } = scene
    if (file === undefined) return this.#hasSharedGiven ? prefixSet(scene, scene.name) : scene.name
    const stem = nameOfFile(file)
    const written = this.#sharedFiles.has(`${getSet(scene)}\0${file}`)
      ? toNamePath(getWholePath(scene, file))
      : file
    const name = this.#withEnding.has(`${getSet(scene)}\0${stem}`) ? nameOfStem(written) : nameOfFile(written)
    return this.#hasSharedNames ? prefixSet(scene, name) : name
  }

  /** Counts the sample when its name begins with its set for the sake of others. */
  count(scene: Named, losses: Losses): void {
    const isShared = scene.file === undefined ? this.#hasSharedGiven : this.#hasSharedNames
    if (isShared && getSet(scene) !== noSet) losses.add("sets-in-names", this.getSampleName(scene))
  }
}

interface SetStem {
  readonly set: string
  readonly stem: string
}

/** The path of the image among the files, or its URL: images of several folders or hosts may be called alike below these. */
const getWholePath = ({ frames }: Named, file: string): string => frames?.[0]?.image?.url ?? file

/** A URL begins with its scheme and its host, as folders. */
const toNamePath = (path: string): string => (isUrl(path) ? path.replace(/:\/\/+/, "/") : path)

const getSet = ({ set, split }: Named): string => set ?? split ?? noSet

const prefixSet = (scene: Named, name: string): string =>
  getSet(scene) === noSet ? name : `${getSet(scene)}/${name}`
