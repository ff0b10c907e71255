/** SQL that writes any number of samples into a new dataset. They wait for labelers. */

/** The SQL of one database for the parts of the statements. `i` counts from 1. */
export interface Words {
  /** `i` as eight decimal digits, and as twelve of base 16. */
  readonly number: string
  readonly hex: string
  /** The rows, as they follow FROM. */
  readonly from: string
}

export interface Samples {
  readonly datasetId: string
  readonly owner: string
  readonly count: number
}

const at = "2026-11-20T13:25:01.123456Z"

export const sampleInserts = (
  { from, hex, number }: Words,
  { count, datasetId, owner }: Samples,
): ReadonlyArray<string> => {
  const makeIdSql = (digit: number) => `'01a1f9ba-42ec-7003-afa${digit}-' || ${hex}`
  const dataset = `'${datasetId}'`
  return [
    `INSERT INTO samples (dataset_id, id, name, priority, created_at, created_by, updated_at, version, content)
      SELECT ${dataset}, ${makeIdSql(4)}, 'frame-' || ${number}, 0, '${at}', '${owner}', '${at}', ${makeIdSql(6)}, ${makeIdSql(6)} FROM ${from}`,
    `INSERT INTO sample_versions (dataset_id, id, sample_id, attributes, metadata, readme)
      SELECT ${dataset}, ${makeIdSql(6)}, ${makeIdSql(4)}, '{"image":{"url":"https://images.example/drive-17/' || i || '.jpg"}}', '{}', ''
      FROM ${from}`,
    `INSERT INTO directory (id, dataset_id) SELECT ${makeIdSql(4)}, ${dataset} FROM ${from}`,
    `INSERT INTO sample_queue (dataset_id, sample_id, np, open_step, open_user, labeler)
      SELECT ${dataset}, ${makeIdSql(4)}, 0, 4, '', '' FROM ${from}`,
    `UPDATE dataset_counts SET samples = samples + ${count} WHERE dataset_id = ${dataset} AND slot = (
      SELECT min(slot) FROM dataset_counts WHERE dataset_id = ${dataset})`,
  ]
}
