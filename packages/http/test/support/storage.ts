/** Where the worlds of the tests are stored: in memory, or on the Citus whose coordinator `TEST_CITUS_URL` names. */
import { memory } from "@annotary/core/memory"
import { postgres } from "@annotary/storage-postgres"
import { distributeTables } from "@annotary/storage-postgres/effect"
import { citusUrl, makeCitusSchemas } from "@annotary/test-support/citus"
import { Effect } from "effect"

/** Few, because many worlds are open at the same time. */
const connections = 6

/** A schema is used again by the worlds that follow. Those of the last ones stay, like the Citus of the run itself. */
const schemas = makeCitusSchemas(
  (schema) => Effect.runPromise(distributeTables(schema, { shards: 2 })),
  connections,
)

export type TestStorage = ReturnType<typeof memory>

/** Whether a world may begin with a copy of another one's storage. */
export const canCopy = citusUrl === ""

/**
 * A new storage, or a copy of one in memory. `release` may be called again, as a world may be closed again: the schema may be that of
 * another world by then.
 */
export const openStorage = async (copyOf?: TestStorage) => {
  if (canCopy) return { storage: memory(copyOf === undefined ? {} : { copyOf }), release: async () => {} }
  const schema = await schemas.take()
  let released: Promise<void> | undefined
  return {
    storage: postgres({ pool: schema.pool }),
    release: () => {
      released ??= schemas.release(schema)
      return released
    },
  }
}
