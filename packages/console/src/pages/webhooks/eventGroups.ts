/** Event types by what they are about, and which of them an endpoint gets. Pure. */

/** The types of one subject, such as `sample`. */
export interface EventGroup {
  readonly name: string
  readonly types: ReadonlyArray<string>
}

export const groupEvents = (types: ReadonlyArray<string>): ReadonlyArray<EventGroup> => {
  const groups = new Map<string, Array<string>>()
  for (const type of types) {
    const name = type.split(".")[0] ?? type
    groups.set(name, [...(groups.get(name) ?? []), type])
  }
  return [...groups].map(([name, ofGroup]) => ({ name, types: ofGroup }))
}

/** The types that selectors such as `sample.*` or `label.updated` choose. */
export const listSelectedTypes = (
  selectors: ReadonlyArray<string>,
  types: ReadonlyArray<string>,
): ReadonlyArray<string> =>
  types.filter((type) => selectors.includes(type) || selectors.includes(`${type.split(".")[0]}.*`))

/** The shortest selectors of the types: a group that is chosen whole also gets types that are added to it later. */
export const toSelectors = (
  chosen: ReadonlyArray<string>,
  types: ReadonlyArray<string>,
): ReadonlyArray<string> =>
  groupEvents(types).flatMap(({ name, types: ofGroup }) => {
    const chosenTypes = ofGroup.filter((type) => chosen.includes(type))
    return chosenTypes.length === ofGroup.length && chosenTypes.length > 1 ? [`${name}.*`] : chosenTypes
  })
