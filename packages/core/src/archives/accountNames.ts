/** The spelling of account names: records get that of this server. Names are compared without regard to case. */
import { Effect } from "effect"
import { accountFields } from "../domain/archive/otherRecords.ts"
import { nameKey } from "../domain/Names.ts"

/** The names that exist, by their key. */
export type KnownNames = (names: Iterable<string>) => Effect.Effect<ReadonlyMap<string, string>>

/** Replaces names in records. Unknown names stay as they are. */
export const makeAccountNames = (known: KnownNames) => {
  const spellings = new Map<string, string>()
  return <A extends object>(records: ReadonlyArray<A>): Effect.Effect<ReadonlyArray<A>> =>
    Effect.gen(function* () {
      const fresh = new Set<string>()
      for (const record of records)
        for (const [, name] of listNames(record)) if (!spellings.has(name)) fresh.add(name)
      const usernames = yield* known(fresh)
      for (const name of fresh) spellings.set(name, usernames.get(nameKey(name)) ?? name)
      return records.map((record) => {
        const other = listNames(record).filter(([, name]) => spellings.get(name) !== name)
        if (other.length === 0) return record
        const changes = other.map(([field, name]) => [field, spellings.get(name)] as const)
        return { ...record, ...Object.fromEntries(changes) }
      })
    })
}

const listNames = (record: object): ReadonlyArray<readonly [field: string, name: string]> =>
  accountFields.flatMap((field) => {
    const name: unknown = Reflect.get(record, field)
    return typeof name === "string" ? [[field, name] as const] : []
  })
