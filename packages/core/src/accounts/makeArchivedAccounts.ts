import { Effect } from "effect"
import { UserStore } from "../access/UserStore.ts"
import type { UserRecord } from "../domain/archive/otherRecords.ts"
import { nameKey, type Username } from "../domain/Names.ts"
import { now } from "../domain/Timestamp.ts"
import type { User } from "../domain/User.ts"

/** Accounts in archives: those that records name, and those that a restore creates. Checks no permissions. */
export const makeArchivedAccounts = Effect.gen(function* () {
  const store = yield* UserStore

  /** The accounts that exist, in any number. */
  const findUsers = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
    const users: Array<User> = []
    for (let i = 0; i < names.length; i += 1000)
      users.push(...(yield* store.byNames(names.slice(i, i + 1000))))
    return users as ReadonlyArray<User>
  })

  /** The accounts that exist, as records in their order. */
  const findRecords = (names: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<UserRecord>> =>
    Effect.map(findUsers(names), (found) =>
      found.map(toRecord).sort((a, b) => (a.username < b.username ? -1 : 1)),
    )

  /** The accounts that are of different kinds here and there, such as a person and an organization; and those that are missing here. */
  const compare = Effect.fnUntraced(function* (accounts: ReadonlyArray<UserRecord>) {
    const existing = yield* findUsers(accounts.map(({ username }) => username))
    const here = new Map(existing.map((user) => [nameKey(user.username), user]))
    const findHere = ({ username }: UserRecord) => here.get(nameKey(username))
    return {
      missing: accounts.filter((account) => findHere(account) === undefined),
      different: accounts.flatMap((account) => {
        const user = findHere(account)
        const there = nameKind(account)
        const here = user === undefined ? there : nameKind(toRecord(user))
        return here === there ? [] : [{ username: account.username, here, there }]
      }),
    }
  })

  /**
   * Creates the account, which nobody can use until an admin enables it. A model belongs to the owner of the restored dataset. Nothing
   * when it exists by now.
   */
  const create = Effect.fnUntraced(function* (
    { isModel, isOrganization, username }: UserRecord,
    owner: Username,
    createdBy: Username | null,
  ) {
    const at = yield* now
    yield* store.insert({
      username,
      isOrganization,
      email: null,
      siteAdmin: false,
      webhooksEnabled: false,
      feedSince: null,
      createdAt: at,
      createdBy,
      disabledAt: at,
      modelOf: isModel === true ? owner : null,
      displayName: null,
    })
  })

  return { among: findUsers, findRecords, compare, create }
})

const toRecord = ({ isOrganization, modelOf, username }: User): UserRecord => ({
  username,
  isOrganization,
  ...(modelOf === null ? {} : { isModel: true as const }),
})

const nameKind = ({ isModel, isOrganization }: Pick<UserRecord, "isModel" | "isOrganization">): string =>
  isOrganization ? "an organization" : isModel === true ? "a model" : "a person"
