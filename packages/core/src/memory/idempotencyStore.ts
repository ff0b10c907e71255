/** IdempotencyStore in memory. Transactions run in sequence, so a duplicate waits before it begins. */
import { Effect, HashMap, Option } from "effect"
import { IdempotencyStore, type IdempotentRequest } from "../storage/IdempotencyStore.ts"
import { StorageFailure } from "../storage/StorageFailure.ts"
import type { Database } from "./Database.ts"

export const makeIdempotencyStore = (db: Database): typeof IdempotencyStore.Service =>
  IdempotencyStore.of({
    begin: (request, since) =>
      Effect.flatMap(db.inside, (inside) =>
        inside
          ? db.read((state) =>
              HashMap.get(state.answers, formatRequestKey(request)).pipe(
                Option.filter(({ at }) => at >= since),
                Option.map(({ fingerprint, answer }) => ({ fingerprint, answer })),
              ),
            )
          : Effect.die(outside),
      ),
    keep: (request, answer, at) =>
      db.write((state) => {
        const { fingerprint } = request
        return [
          undefined,
          {
            ...state,
            answers: HashMap.set(state.answers, formatRequestKey(request), { fingerprint, answer, at }),
          },
        ]
      }),
    forget: (before, limit) =>
      db.write((state) => {
        const expiredAnswers = [...state.answers].filter(([, { at }]) => at < before).slice(0, limit)
        return [
          expiredAnswers.length,
          {
            ...state,
            answers: HashMap.removeMany(
              state.answers,
              expiredAnswers.map(([key]) => key),
            ),
          },
        ]
      }),
  })

/** Usernames contain no slash. */
const formatRequestKey = ({ caller, key }: IdempotentRequest): string => `${caller}/${key}`

const outside = new StorageFailure({
  operation: "IdempotencyStore.begin",
  transient: false,
  cause: "Begin a request inside the transaction that executes it.",
})
