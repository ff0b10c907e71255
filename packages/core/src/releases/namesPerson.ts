/** Whether a line of a release file names a person in a field of ours, and not in what people wrote. Pure. */

import { hasPersonField } from "../access/replacePersonName.ts"
import { castToJsonText } from "../domain/JsonText.ts"

/**
 * The first line ends within its document, the line of a sample may end with a comma, and the last line names nobody. A damaged line
 * names nobody: nothing is deleted because of it.
 */
export const hasPersonName = (line: string, name: string): boolean => {
  const text = line.endsWith('"samples":[') ? `${line}]}}` : line.replace(/,$/, "")
  try {
    return hasPersonField(castToJsonText(text), name)
  } catch {
    return false
  }
}
