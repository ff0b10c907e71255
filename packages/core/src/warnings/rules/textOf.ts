/** A value as text, to be compared. What no JSON can say (a cycle, nesting beyond the stack) is one and the same. */
export const textOf = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? ""
  } catch {
    return ""
  }
}
