/** Decides whether a field is shown: when its dataset can use it, or when the document fills it, so that nothing is hidden. */

import { getValueAt } from "../model/getValueAt.ts"
import type { Path } from "../model/textTree.ts"
import type { Ability } from "./abilities.ts"
import { useForm } from "./FormContext.ts"

/** The decision for the members of the value at a path. */
export const useFields = (path: Path): ((key: string, ability: Ability) => boolean) => {
  const { abilities, root } = useForm()
  return (key, ability) => abilities[ability] || getValueAt(root, [...path, key]) !== undefined
}
