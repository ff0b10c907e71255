/** Where the worlds of the tests are stored: in memory, or on the Citus whose coordinator `TEST_CITUS_URL` names. */
import { memory } from "@annotary/core/memory"
import { postgres } from "@annotary/storage-postgres"
import { distributeTables } from "@annotary/storage-postgres/effect"
import { citusSchemas, citusUrl } from "@annotary/test-support/citus"
import { Effect } from "effect"

/** A schema is used again by the worlds that follow. Those of the last ones stay, like the Citus of the run itself. */
const schemas = citusSchemas((schema) => Effect.runPromise(distributeTables(schema, { shards: 2 })))

export const openStorage = async () => {
  if (citusUrl === "") return { storage: memory(), release: async () => {} }
  const schema = await schemas.take()
  return { storage: postgres({ pool: schema.pool }), release: () => schemas.release(schema) }
}
