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

/** The change of the dataset, an expression, that is staging now: its number, or NULL. */
export const stagingIn = (dataset: string): string =>
  `(SELECT MAX(open.number) FROM configuration_changes open WHERE open.dataset_id = ${dataset} AND open.phase = 'staging')`

/**
 * What every writer of a label sets besides. Of a staged version it leaves the name, by which its body is found and removed; and
 * it notes the change that is staging, which thereby finds what is written beside it.
 */
export const setByWriters = (dataset: string): Readonly<Record<string, string>> => ({
  staged_config: "NULL",
  written_during: stagingIn(dataset),
})

/** Whether no staged version counts, so that the row's own version is the label's. */
export const ownCounts = (alias: string): string =>
  `(${alias}.staged_config IS NULL OR NOT ${countsStaged(alias)})`
