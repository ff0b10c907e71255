/** Cuts answers that are longer than a model can read at once. Pure. */

/** The most characters of a result. */
export const maxCharacters = 200_000

/** From this many characters on, the text of a member is left out of a long answer. */
const maxMember = 2000

/**
 * JSON whose long members are replaced by the number of their characters, so that ids and states remain. Numbers keep no more digits than
 * JavaScript holds. Undefined when it is still too long, or is not one JSON value.
 */
export const cutJson = (text: string): string | undefined => {
  try {
    const shortened = JSON.stringify(replaceLong(JSON.parse(text)))
    return shortened.length <= maxCharacters ? shortened : undefined
  } catch {
    return undefined
  }
}

const replaceLong = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(replaceLong)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const length = isLongName(name) || typeof member === "string" ? JSON.stringify(member).length : 0
      return [name, length > maxMember ? `left out: ${length} characters` : replaceLong(member)]
    }),
  )
}

/** The members of datasets, samples and labels that users fill. */
const isLongName = (name: string): boolean => ["attributes", "metadata", "task_attributes"].includes(name)
