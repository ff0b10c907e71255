/** Finds the ids of categories by their names in files. */
import { FormatError } from "../FormatError.ts"
import type { Dataset } from "./Dataset.ts"

/** Refuses a name that the dataset does not have, with the path of the file. */
export const makeCategoryIds = ({ categories }: Dataset): ((name: string, path: string) => number) => {
  const ids = new Map(categories.map(({ id, name }) => [name, id]))
  return (name, path) => {
    const id = ids.get(name)
    if (id === undefined) throw new FormatError(path, `has the unknown category ${JSON.stringify(name)}.`)
    return id
  }
}
