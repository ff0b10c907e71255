/** Lists of names, one on each line, such as `classes.txt` and `labels.txt`: the line is the number of the name. */
import { FormatError } from "../FormatError.ts"

/** Empty lines at the end are none of the list. One between names would shift all that follow, and is refused, as is a name twice. */
export const parseNameList = (text: string, path: string): ReadonlyArray<string> => {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim())
  while (lines.at(-1) === "") lines.pop()
  const lineOf = new Map<string, number>()
  for (const [index, name] of lines.entries()) {
    if (name === "") throw new FormatError(path, `has no name in line ${index + 1}.`)
    const other = lineOf.get(name)
    if (other !== undefined)
      throw new FormatError(
        path,
        `has the name ${JSON.stringify(name)} twice, in the lines ${other} and ${index + 1}.`,
      )
    lineOf.set(name, index + 1)
  }
  return lines
}
