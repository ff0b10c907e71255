/** Counts who made the labels of a release, by labelset and without names. */
import { Schema } from "effect"
import type { LabelStatus } from "../domain/Label.ts"

const Count = Schema.Int.pipe(Schema.nonNegative())

/** The labels of one labelset by accounts of one kind. */
export const AccountShares = Schema.Struct({
  /** The number of accounts. */
  count: Count,
  /** The numbers of labels of the accounts with the most labels, largest first; at most 20. */
  labels: Schema.Array(Count),
  /** The labels of all other accounts. */
  others: Count,
})
export interface AccountShares extends Schema.Schema.Type<typeof AccountShares> {}

/** The labels of one labelset. A label counts for the account that changed it last. */
export const LabelsetShares = Schema.Struct({
  name: Schema.String,
  labels: Count,
  /** Labels that an account has reviewed. */
  reviewed: Count,
  people: AccountShares,
  models: AccountShares,
})
export interface LabelsetShares extends Schema.Schema.Type<typeof LabelsetShares> {}

/** The fields of a label that are counted. */
export interface CountedLabel {
  readonly labelset: string
  readonly status: LabelStatus
  readonly updatedBy: string
  readonly isReviewed: boolean
}

/** Counts the labels of a release one by one. Needs the memory of one number for each account and labelset. */
export const makeAuthorCounter = (labelsets: ReadonlyArray<string>) => {
  const counts = new Map(
    labelsets.map((name) => [name, { reviewed: 0, labels: 0, byAccount: new Map<string, number>() }]),
  )
  return {
    add: ({ isReviewed, labelset, updatedBy }: Omit<CountedLabel, "status">): void => {
      const count = counts.get(labelset)
      if (count === undefined) return
      count.labels += 1
      if (isReviewed) count.reviewed += 1
      count.byAccount.set(updatedBy, (count.byAccount.get(updatedBy) ?? 0) + 1)
    },
    /** The accounts whose labels were counted, each once. */
    listAccounts: (): ReadonlyArray<string> => [
      ...new Set([...counts.values()].flatMap(({ byAccount }) => [...byAccount.keys()])),
    ],
    /** The shares of all labelsets. `modelNames`: the accounts of models; none where a file alone is read, which does not say who is one. */
    list: (modelNames: ReadonlySet<string> = new Set()): ReadonlyArray<LabelsetShares> =>
      [...counts].map(([name, { byAccount, labels, reviewed }]) => {
        const models = [...byAccount].filter(([account]) => modelNames.has(account))
        const people = [...byAccount].filter(([account]) => !modelNames.has(account))
        return { name, labels, reviewed, people: toShares(people), models: toShares(models) }
      }),
  }
}

const maxListedAccounts = 20

const toShares = (accounts: ReadonlyArray<readonly [string, number]>): AccountShares => {
  const labels = accounts.map(([, count]) => count).sort((a, b) => b - a)
  return {
    count: labels.length,
    labels: labels.slice(0, maxListedAccounts),
    others: labels.slice(maxListedAccounts).reduce((sum, count) => sum + count, 0),
  }
}
