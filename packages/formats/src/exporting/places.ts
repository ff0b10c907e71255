/** Places the images and point clouds of an export: copied beside the annotations, linked by their URLs, or left in their place. */

import type { WriteContext } from "../Format.ts"
import { getEnding, isImagePath } from "../files/paths.ts"
import type { Target } from "../files/Target.ts"
import type { Camera, Cloud, Image } from "../model/Scene.ts"

/** Opens a file by its URL; null when it cannot be found. */
export type OpenUrl = (url: string) => Promise<AsyncIterable<Uint8Array> | null>

/**
 * `copy` writes the files; annotations refer to the copies. `link`: annotations refer to the URLs. `leave`: annotations refer to paths as
 * if the files were copied, and `files.tsv` lists the path and the URL of each.
 */
export type FileChoice = "copy" | "link" | "leave"

export interface Places {
  readonly place: WriteContext["place"]
  /** Writes the list of files that were left. */
  readonly close: () => Promise<void>
}

/** The ending of the imported file, as it was written, unless the image is of another kind now. */
const chooseEnding = (file: Image | Cloud | Camera, url: string): string => {
  const own = getEnding(url)
  const statedEnding = "ending" in file ? file.ending : undefined
  return statedEnding !== undefined && (own === "" || own === statedEnding.toLowerCase() || !isImagePath(own))
    ? statedEnding
    : own
}

export const makePlaces = (choice: FileChoice, target: Target, open: OpenUrl): Places => {
  if (choice === "link") return { place: async ({ url }) => url ?? "", close: async () => {} }
  const placed = new Map<string, string>()
  let list: Awaited<ReturnType<Target["open"]>> | undefined
  const keep = async (path: string, url: string) => {
    if (choice === "leave") {
      list ??= await target.open("files.tsv")
      return await list.write(`${path}\t${url}\n`)
    }
    const content = await open(url)
    if (content === null) throw new Error(`${url} cannot be read, so it cannot be copied.`)
    const file = await target.open(path)
    for await (const part of content) await file.write(part)
    await file.close()
  }
  /** Two samples may have files whose names differ in endings that their pictures do not have any more. */
  const findFreePath = (stem: string, ending: string, url: string): string => {
    for (let number = 1; ; number++) {
      const path = `${stem}${number === 1 ? "" : `~${number}`}${ending}`
      if ((placed.get(path) ?? url) === url) return path
    }
  }
  return {
    place: async (file, stem) => {
      const url = file.url ?? ""
      const path = findFreePath(stem, chooseEnding(file, url), url)
      if (!placed.has(path)) await keep(path, url)
      placed.set(path, url)
      return path
    },
    close: async () => list?.close(),
  }
}
