/**
 * The claim queue. One narrow row per sample is the lock, the lease and the place in the order. An empty username means the
 * pool. A free row is in one to three of the partial indexes, a leased row in three, a finished row in none. A freed row keeps
 * the id of its last claim; ids of claims that ended without work are kept in `ended_claims` for a day. A claim is found by
 * its id along an index and not through the directory, so that claiming stays one statement.
 *
 * The conditions of the indexes differ as much as possible, so that a statement matches only one of them: while nothing is
 * leased, the planner considers all of them empty and would use any that matches.
 */
import { makeMigration } from "./migration.ts"

export default makeMigration(({ ddl, text, big, real, narrowTable, hotTable }) => [
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
