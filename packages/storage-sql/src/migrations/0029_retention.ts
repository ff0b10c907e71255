/** Indexes by age of what retention removes: audit entries, ended jobs, ended exports. */
import { makeMigration } from "./migration.ts"

export default makeMigration(() => [
  "CREATE INDEX audit_log_age ON audit_log (at)",
  "CREATE INDEX jobs_ended ON jobs (created_at) WHERE status IN ('SUCCEEDED', 'FAILED')",
  "CREATE INDEX transfers_ended ON transfers (created_at) WHERE direction = 'export' AND status <> 'PENDING'",
])
