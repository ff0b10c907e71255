/** The answers of models to their claims: labels, and reasons for which they give none. */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ text, wideTable }) => [
  `CREATE TABLE predictions (
    dataset_id ${text} NOT NULL,
    claim_id ${text} NOT NULL,
    sample_id ${text} NOT NULL,
    model ${text} NOT NULL,
    model_version ${text} NOT NULL,
    outcome ${text} NOT NULL,
    reason TEXT,
    label_version ${text},
    created_at ${text} NOT NULL,
    digest ${text},
    answer TEXT,
    PRIMARY KEY (dataset_id, claim_id)
  ) ${wideTable}`,
  "CREATE INDEX predictions_sample ON predictions (dataset_id, sample_id, claim_id)",
  "CREATE INDEX predictions_claim ON predictions (claim_id)",
  "CREATE INDEX predictions_answer ON predictions (created_at) WHERE digest IS NOT NULL",
])
