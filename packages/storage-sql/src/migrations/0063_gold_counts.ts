/**
 * Known labels have versions, and the answers of a person are found by their time. Answers to gold samples say whether they decide about the next pause of their person, so that outdated ones do not. Counters of people held that number before;
 * `answers` and `passed` of `gold_people` are not read any more.
 */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text }) => [
  `ALTER TABLE gold_labels ADD COLUMN version ${text} NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'`,
  "ALTER TABLE gold_answers ADD COLUMN counted INTEGER NOT NULL DEFAULT 1",
  `UPDATE gold_answers SET counted = 0 WHERE EXISTS (SELECT 1 FROM (
      SELECT a.dataset_id, a.sample_id, a.username, COALESCE(p.answers, 0) AS counted_answers,
        ROW_NUMBER() OVER (PARTITION BY a.dataset_id, a.username ORDER BY a.at DESC, a.sample_id DESC) AS place
      FROM gold_answers a LEFT JOIN gold_people p ON p.dataset_id = a.dataset_id AND p.username = a.username
      WHERE a.passed IS NOT NULL
    ) earlier WHERE earlier.dataset_id = gold_answers.dataset_id AND earlier.sample_id = gold_answers.sample_id
      AND earlier.username = gold_answers.username AND earlier.place > earlier.counted_answers)`,
  "CREATE INDEX gold_answers_person ON gold_answers (dataset_id, username, at, sample_id)",
])
