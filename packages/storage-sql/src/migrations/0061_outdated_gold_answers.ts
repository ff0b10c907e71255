/** Answers to gold samples say whether their known label was replaced since. Those before it are found by their time, once. */
import { makeMigration } from "./migration.ts"

export default makeMigration(() => [
  "ALTER TABLE gold_answers ADD COLUMN outdated INTEGER NOT NULL DEFAULT 0",
  `UPDATE gold_answers SET outdated = 1 WHERE EXISTS (SELECT 1 FROM gold_labels g
    WHERE g.dataset_id = gold_answers.dataset_id AND g.sample_id = gold_answers.sample_id AND g.created_at > gold_answers.at)`,
])
