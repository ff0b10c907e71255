/** Whether a line of a release file names a person in a field of ours, and not in what people wrote. Pure. */

/** The field of the dataset, and those of samples and labels. */
const personFields = [
  "owner",
  "assigned_labeler",
  "assigned_reviewer",
  "created_by",
  "updated_by",
  "reviewed_by",
]

/** A damaged line names nobody: nothing is deleted because of it. */
export const namesPerson = (line: string, name: string): boolean => {
  // Most lines do not contain the name, so they are not parsed.
  if (!line.includes(JSON.stringify(name))) return false
  const { dataset, labels, ...sample } = membersOf(parsed(line))
  return [sample, membersOf(dataset), ...Object.values(membersOf(labels)).map(membersOf)].some((entity) =>
    personFields.some((field) => entity[field] === name),
  )
}

/** The first line ends within its document, the line of a sample may end with a comma, and the last line names nobody. */
const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line.endsWith('"samples":[') ? `${line}]}}` : line.replace(/,$/, ""))
  } catch {
    return undefined
  }
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
