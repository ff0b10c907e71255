/** A storage on Citus for a test: a distributed schema, which later tests of the file use again. */
import {
  type CitusSchema,
  citusUrl,
  dropCitusSchema,
  makeCitusSchema,
  makeCitusSchemas,
} from "@annotary/test-support/citus"
import { Effect, Layer } from "effect"
import { afterAll } from "vitest"
import { distribute } from "../../src/citus/distribute.ts"
import { layer, postgresClient } from "../../src/effect.ts"

export { citusUrl }

/** Few, because making them takes most of the time. Still one on each worker. */
export const shards = 2

const distributed = async (schema: CitusSchema): Promise<CitusSchema> => {
  await Effect.runPromise(Effect.scoped(Layer.build(layer({ ...schema, maxConnections: 3 }))))
  await Effect.runPromise(Effect.provide(distribute({ shards }), postgresClient(schema)))
  return schema
}

/** Makes a schema and distributes its tables. */
export const makeDistributed = (): Promise<CitusSchema> => distributed(makeCitusSchema())

export const dropSchema = dropCitusSchema

/** Options that lead to a new, empty schema, which is dropped with the scope. */
export const ownSchema = Effect.acquireRelease(Effect.sync(makeCitusSchema), (schema) =>
  Effect.promise(() => dropSchema(schema)),
)

const schemas = makeCitusSchemas(distributed)

afterAll(schemas.drop, 120_000)

const emptySchema = Effect.acquireRelease(Effect.promise(schemas.take), (schema) =>
  Effect.promise(() => schemas.release(schema)),
)

export const distributedStorage = () =>
  Layer.unwrapScoped(Effect.map(emptySchema, ({ pool }) => layer({ pool })))
