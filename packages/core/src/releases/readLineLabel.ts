import { isObjectAt, readMembers } from "../domain/jsonSpans.ts"

/** The texts of the members of a label, in the members of a sample's line. Undefined without a label in the labelset. */
export const readLineLabel = (
  line: ReadonlyMap<string, string>,
  labelset: string,
): ReadonlyMap<string, string> | undefined => {
  const labels = line.get("labels") ?? "{}"
  const label = isObjectAt(labels, 0) ? readMembers(labels).get(labelset) : undefined
  return label === undefined || !isObjectAt(label, 0) ? undefined : readMembers(label)
}
