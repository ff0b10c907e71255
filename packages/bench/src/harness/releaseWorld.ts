/** Samples with a label of a kilobyte each, written to a queue's dataset by SQL. */
import pg from "pg"
import { makeCuboids, serialMark } from "./labels.ts"

const labelBytes = 1200
const at = "2026-11-20T13:25:01.123456Z"

export const fillSamples = async (
  url: string,
  schema: string,
  datasetId: string,
  samples: number,
): Promise<void> => {
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` })
  await client.connect()
  const makeIdSql = (digit: number) => `'01a1f9ba-42ec-7003-afa${digit}-' || lpad(to_hex(i), 12, '0')`
  const labelset = "01a1f9ba-42ec-7003-afa9-000000000001"
  const rows = "FROM generate_series(1, $2::int) i"
  await client.query(
    `INSERT INTO labelsets (dataset_id, id, name, name_key, description, is_ground_truth, created_at, created_by)
      VALUES ($1, $2, 'ground-truth', 'ground-truth', '', 1, $3, 'owner')`,
    [datasetId, labelset, at],
  )
  await client.query(
    `INSERT INTO samples (dataset_id, id, name, priority, created_at, created_by, updated_at, version, content)
      SELECT $1, ${makeIdSql(4)}, 'frame-' || lpad(i::text, 8, '0'), 0, $3, 'owner', $3, ${makeIdSql(6)}, ${makeIdSql(6)} ${rows}`,
    [datasetId, samples, at],
  )
  await client.query(
    `INSERT INTO sample_versions (dataset_id, id, sample_id, attributes, metadata, readme)
      SELECT $1, ${makeIdSql(6)}, ${makeIdSql(4)}, '{"image":{"url":"https://images.example/drive-17/' || i || '.jpg"},"timestamp":' || i || '}',
        '{}', '' ${rows}`,
    [datasetId, samples],
  )
  await client.query(
    `INSERT INTO labels (dataset_id, labelset_id, sample_id, status, created_at, created_by, updated_at, updated_by,
        config_version, version, content)
      SELECT $1, $4, ${makeIdSql(4)}, 'LABELED', $3, 'owner', $3, 'owner', 1, ${makeIdSql(7)}, ${makeIdSql(7)} ${rows}`,
    [datasetId, samples, at, labelset],
  )
  await client.query(
    `INSERT INTO label_contents (dataset_id, id, attributes)
      SELECT $1, ${makeIdSql(7)}, replace($3, $4, lpad(i::text, 8, '0')) ${rows}`,
    [datasetId, samples, makeCuboids(labelBytes), serialMark],
  )
  await client.query("VACUUM ANALYZE")
  await client.end()
}
