/**
 * The queue: one narrow row a sample is the lock, the lease and the order in one place. An empty username is the pool.
 * A free row is in one to three of the partial indexes, a held one in three, a finished one in none. A freed row keeps the
 * id of its last claim; ids of claims that ended without work are remembered beside it for a day. A claim is found by its
 * id along an index and not through the directory, so that making one stays one statement; ids are unique as they are made.
 *
 * The conditions of the indexes are as different as they can be, so that a statement fits one of them: while nobody holds
 * anything all are empty to a planner, and it would take any of them for what is held later.
 */
import { migration } from "./migration.ts"

export default migration(({ ddl, text, big, real, narrowTable, hotTable }) => [
  `CREATE TABLE sample_queue (
    dataset_id ${text} NOT NULL,
    sample_id ${text} NOT NULL,
    np ${real} NOT NULL,
    own_step INTEGER,
    own_user ${text},
    open_step INTEGER,
    open_user ${text},
    labeler ${text} NOT NULL,
    holder ${text},
    claim_id ${text},
    queue INTEGER,
    step INTEGER,
    claimed_at ${big},
    lease_until ${big},
    PRIMARY KEY (dataset_id, sample_id)
  ) ${hotTable}`,
  "CREATE INDEX q_own ON sample_queue (dataset_id, own_user, own_step, np, sample_id) WHERE holder IS NULL AND own_user IS NOT NULL",
  "CREATE INDEX q_open ON sample_queue (dataset_id, open_step, open_user, np, sample_id, labeler) WHERE holder IS NULL AND open_step IS NOT NULL",
  "CREATE INDEX q_rev ON sample_queue (dataset_id, labeler, np, sample_id) WHERE holder IS NULL AND open_step = 14",
  "CREATE INDEX q_held ON sample_queue (holder, dataset_id, queue, claimed_at) WHERE holder IS NOT NULL AND queue IS NOT NULL",
  "CREATE INDEX q_lease ON sample_queue (dataset_id, lease_until) WHERE holder IS NOT NULL AND lease_until IS NOT NULL",
  "CREATE INDEX q_claim ON sample_queue (claim_id) WHERE holder IS NOT NULL AND claim_id IS NOT NULL",
  `CREATE TABLE ended_claims (
    dataset_id ${text} NOT NULL,
    claim_id ${text} NOT NULL,
    ended_at ${text} NOT NULL,
    PRIMARY KEY (dataset_id, claim_id)
  ) ${narrowTable}`,
  "CREATE INDEX ended_claims_claim ON ended_claims (claim_id)",
  "CREATE INDEX ended_claims_at ON ended_claims (ended_at)",
  ...ddl.queueTurn,
])
