/** Finds the images of a dataset among its files, wherever their folder is. */
import { baseName } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"

/** Names that are searched among all paths before an index of them is made, which takes memory. */
const mostSearched = 20
const mostFolders = 16

/** Returns the path whose end is the name, the shortest of several; undefined when there is none. */
export const imageFinder = ({ has, paths }: Source): ((name: string) => string | undefined) => {
  /** Those where an image was found come first: most often all images are in one folder. */
  const folders = ["", "images/", "data/", "JPEGImages/"]
  let searched = 0
  let index: ReadonlyMap<string, ReadonlyArray<string>> | undefined
  const search = (name: string) => {
    searched += 1
    if (searched > mostSearched) index ??= indexOf(paths)
    const ending = `/${name}`
    return (index === undefined ? paths : (index.get(baseName(name)) ?? []))
      .filter((path) => path.endsWith(ending))
      .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0]
  }
  return (name) => {
    const known = folders.find((folder) => has(`${folder}${name}`))
    if (known !== undefined) return `${known}${name}`
    const found = search(name)
    if (found === undefined) return undefined
    folders.unshift(found.slice(0, -name.length))
    if (folders.length > mostFolders) folders.pop()
    return found
  }
}

/** By their names. */
const indexOf = (paths: ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<string>> => {
  const found = new Map<string, Array<string>>()
  for (const path of paths) {
    if (/\.(xml|json|txt)$/i.test(path)) continue
    const known = found.get(baseName(path))
    if (known === undefined) found.set(baseName(path), [path])
    else known.push(path)
  }
  return found
}

/** Whether it is a URL rather than a path among the files. */
export const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
