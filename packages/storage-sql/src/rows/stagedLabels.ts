/**
 * SQL expressions for the effective version of a label: the staged version once the dataset's configuration version has reached
 * the number under which it was staged, else the label's own. Almost no label has a staged version, so the configuration
 * version is read only for labels that have one.
 */

/** Whether the staged version of `labels <alias>` is effective; only for labels that have one. */
export const countsStaged = (alias: string): string =>
  `${alias}.staged_config <= (SELECT numbered.config_version FROM datasets numbered WHERE numbered.id = ${alias}.dataset_id)`

const current = (alias: string, own: string, staged: string): string =>
  `CASE WHEN ${alias}.staged_config IS NULL THEN ${alias}.${own} WHEN ${countsStaged(alias)} THEN ${alias}.${staged} ELSE ${alias}.${own} END`

/** The effective version; the body of a staged version is stored under its id, so it is also the effective content. */
export const currentVersion = (alias: string): string => current(alias, "version", "staged_version")
export const currentContent = (alias: string): string => current(alias, "content", "staged_version")
export const currentConfig = (alias: string): string => current(alias, "config_version", "staged_config")

/** The number of the configuration change that is staging in a dataset, given as an expression; or NULL. */
export const stagingIn = (dataset: string): string =>
  `(SELECT MAX(open.number) FROM configuration_changes open WHERE open.dataset_id = ${dataset} AND open.phase = 'staging')`

/**
 * Columns that every writer of a label sets. `staged_version` is kept, so that the body can still be found and removed.
 * `written_during` records the change that is staging, so that the change finds labels that are written concurrently.
 */
export const setByWriters = (dataset: string): Readonly<Record<string, string>> => ({
  staged_config: "NULL",
  written_during: stagingIn(dataset),
})

/** Whether the label's own version is effective, because no staged version is. */
export const ownCounts = (alias: string): string =>
  `(${alias}.staged_config IS NULL OR NOT ${countsStaged(alias)})`
