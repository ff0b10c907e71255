/** The choices between the versions of several people, as drafts keep them. */
import { type History, readChoices, type VersionChoice } from "../../editor/History.ts"
import type { Work } from "../work.ts"

export interface DraftChoices {
  /** The versions of the labels. The differences of other labels have the same names. */
  readonly versions: ReadonlyArray<string>
  readonly list: ReadonlyArray<VersionChoice>
}

const listVersions = ({ overlap }: Work): ReadonlyArray<string> =>
  overlap?.labels.map(({ label, letter }) => `${letter} ${label.version}`) ?? []

/** The choices of a draft; without them where there are none. */
export const packChoices = (
  work: Work,
  history: History<unknown>,
): { readonly choices?: DraftChoices | undefined } => {
  const list = [...readChoices(history).values()]
  return list.length === 0 ? {} : { choices: { versions: listVersions(work), list } }
}

/** The choices that a draft has between the labels of the work; none where these are others now. */
export const unpackChoices = (
  work: Work,
  choices: DraftChoices | undefined,
): ReadonlyArray<VersionChoice> => {
  const versions = listVersions(work)
  const isSame =
    choices?.versions.length === versions.length &&
    versions.every((version, index) => choices.versions[index] === version)
  return isSame ? choices.list : []
}
