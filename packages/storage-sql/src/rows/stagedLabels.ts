/**
 * Which version of a label counts: the staged one when the dataset has the number under which it was staged, else the label's
 * own. Almost no label has a staged version, so the dataset's number is asked for only where there is one.
 */

/** Whether the staged version of `labels <alias>` counts; only to be asked where there is one. */
export const countsStaged = (alias: string): string =>
  `${alias}.staged_config <= (SELECT numbered.config_version FROM datasets numbered WHERE numbered.id = ${alias}.dataset_id)`

const current = (alias: string, own: string, staged: string): string =>
  `CASE WHEN ${alias}.staged_config IS NULL THEN ${alias}.${own} WHEN ${countsStaged(alias)} THEN ${alias}.${staged} ELSE ${alias}.${own} END`

/** Expressions for what counts: a staged version's body is stored under its name. */
export const currentVersion = (alias: string): string => current(alias, "version", "staged_version")
export const currentContent = (alias: string): string => current(alias, "content", "staged_version")
export const currentConfig = (alias: string): string => current(alias, "config_version", "staged_config")

/** What a writer of a label leaves of a staged version: its name, by which its body is found and removed. */
export const unstaged = { staged_config: null } as const

/** Whether no staged version counts, so that the row's own version is the label's. */
export const ownCounts = (alias: string): string =>
  `(${alias}.staged_config IS NULL OR NOT ${countsStaged(alias)})`
