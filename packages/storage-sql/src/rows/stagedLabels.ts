/**
 * SQL expressions for the effective version of a label: the staged version once the dataset's configuration version has reached
 * the number under which it was staged, else the label's own. Almost no label has a staged version, so the configuration
 * version is read only for labels that have one.
 */

/** Whether the staged version of `labels <alias>` is effective; only for labels that have one. */
export const isStagedEffective = (alias: string): string =>
  `${alias}.staged_config <= (SELECT numbered.config_version FROM datasets numbered WHERE numbered.id = ${alias}.dataset_id)`

const selectCurrent = (alias: string, own: string, staged: string): string =>
  `CASE WHEN ${alias}.staged_config IS NULL THEN ${alias}.${own} WHEN ${isStagedEffective(alias)} THEN ${alias}.${staged} ELSE ${alias}.${own} END`

/** The effective version; the body of a staged version is stored under its id, so it is also the effective content. */
export const selectCurrentVersion = (alias: string): string =>
  selectCurrent(alias, "version", "staged_version")
export const selectCurrentContent = (alias: string): string =>
  selectCurrent(alias, "content", "staged_version")
export const selectCurrentConfig = (alias: string): string =>
  selectCurrent(alias, "config_version", "staged_config")

/** The number of the configuration change that is staging in a dataset, given as an expression; or NULL. */
export const selectStagingChange = (dataset: string): string =>
  `(SELECT MAX(open.number) FROM configuration_changes open WHERE open.dataset_id = ${dataset} AND open.phase = 'staging')`

/**
 * Columns that every writer of a label sets. `staged_version` is kept, so that the body can still be found and removed.
 * `written_during` records the change that is staging, so that the change finds labels that are written concurrently.
 */
export const setByWriters = (staging: string): Readonly<Record<string, string>> => ({
  staged_config: "NULL",
  written_during: staging,
})

/** Whether the label's own version is effective, because no staged version is. */
export const isOwnEffective = (alias: string): string =>
  `(${alias}.staged_config IS NULL OR NOT ${isStagedEffective(alias)})`
