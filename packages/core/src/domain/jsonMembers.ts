/** The members of a JSON object as text, so that values are compared digit for digit. The text must be valid JSON. */
import { afterSpace, eachMember, valueEnd } from "./jsonSpans.ts"

/** Key (unescaped) and value text of each member, in their order; of a key that comes twice the last value. */
export const membersOf = (text: string): ReadonlyMap<string, string> => {
  const members = new Map<string, string>()
  eachMember(text, afterSpace(text, 0), (key, start) => {
    const end = valueEnd(text, start)
    members.set(key, text.slice(start, end))
    return end
  })
  return members
}
