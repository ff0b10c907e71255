import { Effect } from "effect"
import { KnownUsers } from "../access/KnownUsers.ts"
import { InvalidInput } from "../domain/errors.ts"
import { nameKey, type Username } from "../domain/Names.ts"
import type { DatasetPatch } from "../domain/wire/datasetRequest.ts"

/** The people whose labels always wait for a reviewer, as the settings of a dataset name them. */
export const makeReviewPeople = Effect.gen(function* () {
  const users = yield* KnownUsers

  /** The input with each person once, in the spelling of the account. Fails for names of nobody. */
  const resolve = Effect.fnUntraced(function* <A extends Pick<DatasetPatch, "settings">>(input: A) {
    const names = input.settings?.reviewPeople
    if (names === undefined || names.length === 0) return input
    const accounts = yield* users.findAmong(names)
    const errors = names.flatMap((name, index) =>
      accounts.has(nameKey(name))
        ? []
        : [{ pointer: `/settings/reviewPeople/${index}`, message: "must be the name of an existing user" }],
    )
    if (errors.length > 0) return yield* new InvalidInput({ errors })
    const reviewPeople: ReadonlyArray<Username> = [
      ...new Set(names.map((name) => accounts.get(nameKey(name)) ?? name)),
    ]
    return { ...input, settings: { ...input.settings, reviewPeople } }
  })

  return { resolve }
})
