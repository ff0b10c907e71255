/**
 * The members of a JSON object as text, so that values can be compared digit for digit. The text must be valid JSON.
 */
import { afterSpace, eachMember, valueEnd } from "./jsonSpans.ts"

/** The unescaped key and the value text of each member in order. Of a repeated key, the last value. */
export const membersOf = (text: string): ReadonlyMap<string, string> => {
  const members = new Map<string, string>()
  eachMember(text, afterSpace(text, 0), (key, start) => {
    const end = valueEnd(text, start)
    members.set(key, text.slice(start, end))
    return end
  })
  return members
}
