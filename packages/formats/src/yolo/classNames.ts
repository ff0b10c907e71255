/** Checks the names of classes. */
import { FormatError } from "../FormatError.ts"

/** A name that is empty or that two classes have is refused with their numbers. */
export const checkNames = (classes: ReadonlyMap<number, string>, path: string): void => {
  const numbers = new Map<string, number>()
  for (const [number, name] of classes) {
    if (name.trim() === "") throw new FormatError(path, `has no name of the class ${number}.`)
    const other = numbers.get(name)
    if (other !== undefined)
      throw new FormatError(
        path,
        `has the name ${JSON.stringify(name)} twice, for the classes ${other} and ${number}.`,
      )
    numbers.set(name, number)
  }
}
