/**
 * A sample with its label as one record of a release, built manually from a row: the record that the peers of a release
 * write.
 */

export interface ReleaseRow {
  readonly attributes: string
  readonly metadata: string
  readonly label_attributes: string
  readonly [column: string]: unknown
}

export const toRecord = (row: ReleaseRow) => ({
  uuid: row.uuid,
  name: row.name,
  attributes: JSON.parse(row.attributes),
  metadata: JSON.parse(row.metadata),
  readme: row.readme,
  priority: row.priority,
  assigned_labeler: row.assigned_labeler,
  assigned_reviewer: row.assigned_reviewer,
  created_at: row.created_at,
  created_by: row.created_by,
  labels: {
    "ground-truth": {
      label_status: row.label_status,
      attributes: JSON.parse(row.label_attributes),
      created_at: row.label_created_at,
      created_by: row.label_created_by,
      updated_at: row.updated_at,
      updated_by: row.updated_by,
      reviewed_at: row.reviewed_at,
      reviewed_by: row.reviewed_by,
      score: row.score,
      rating: row.rating,
    },
  },
})

/** Selects everything that a record contains of a sample and its label. Requires joins with labels `l` and their contents `b`. */
export const wholeSamples = `SELECT s.id AS uuid, s.name AS name, v.attributes AS attributes, v.metadata AS metadata, v.readme AS readme,
    s.priority AS priority, s.assigned_labeler AS assigned_labeler, s.assigned_reviewer AS assigned_reviewer,
    s.created_at AS created_at, s.created_by AS created_by, l.status AS label_status, b.attributes AS label_attributes,
    l.created_at AS label_created_at, l.created_by AS label_created_by, l.updated_at AS updated_at,
    l.updated_by AS updated_by, l.reviewed_at AS reviewed_at, l.reviewed_by AS reviewed_by, l.score AS score,
    l.rating AS rating
  FROM samples s JOIN sample_versions v ON v.dataset_id = s.dataset_id AND v.id = s.content`
