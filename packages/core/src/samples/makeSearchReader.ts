import { Effect, Either } from "effect"
import { KnownUsers } from "../access/KnownUsers.ts"
import { Conflict, InvalidInput } from "../domain/errors.ts"
import { nameKey, type Username } from "../domain/Names.ts"
import { isBlind, type Reader } from "../placement/makeOverlapBlindness.ts"
import { readCategories } from "../queue/figures/readCategories.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import { parseSearch } from "../reading/search/parseSearch.ts"
import type { SearchCategories } from "../reading/search/resolveObjects.ts"
import { listSearchedNames, resolveSearch } from "../reading/search/resolveSearch.ts"
import { hasObjectTest, type SearchCondition } from "../reading/search/SearchCondition.ts"

/** Reads the text of a search as the condition that it is in its dataset, for this caller. Empty text is no condition. */
export const makeSearchReader = Effect.gen(function* () {
  const users = yield* KnownUsers
  const samples = yield* SampleReader

  return (
    caller: Reader,
    text: string | undefined,
  ): Effect.Effect<SearchCondition | undefined, Conflict | InvalidInput> =>
    text === undefined || text.trim() === "" ? Effect.succeed(undefined) : read(caller, text)

  function read(caller: Reader, text: string) {
    return Effect.gen(function* () {
      const { dataset } = caller
      const syntax = yield* accept(parseSearch(text))
      const names = listSearchedNames(syntax)
      const usernames: ReadonlyMap<string, Username> =
        names.usernames.length === 0 ? new Map() : yield* users.findAmong(names.usernames)
      const search = yield* accept(
        resolveSearch(syntax, {
          categories: groupByName(readCategories(dataset)),
          metadataKeys: yield* samples.findMetadataKeys(dataset.id, names.metadataKeys),
          findUser: (name) => usernames.get(nameKey(name)),
          isBlind: isBlind(caller),
        }),
      )
      if (hasObjectTest(search) && (yield* samples.hasUnindexedLabels(dataset.id)))
        return yield* new Conflict({ code: "labels_not_indexed" })
      return search
    })
  }
})

const groupByName = (categories: ReadonlyMap<number, string>): SearchCategories => {
  const ids = new Map<string, Array<number>>()
  for (const [id, name] of categories) ids.set(name, [...(ids.get(name) ?? []), id])
  return ids
}

const accept = <A>(result: Either.Either<A, string>): Effect.Effect<A, InvalidInput> =>
  Either.match(result, {
    onLeft: (problem) => InvalidInput.at("/q", problem),
    onRight: Effect.succeed,
  })
