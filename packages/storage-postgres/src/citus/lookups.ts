/**
 * Finds the datasets of ids before the statements that name them. Citus chooses the shard of a statement by a value and not by a
 * subquery, so a parameter of such a statement is a lookup, and its result takes its place.
 */
import type { DialectLookups, Expression, RunHere } from "@annotary/storage-sql"
import { Effect } from "effect"
import { claimHome, directoryHome, type Find, liveLabelset, openStaging, sampleHome } from "./homes.ts"

type FindHere = (run: RunHere) => ReturnType<Find>

/** A parameter whose value is found when its statement runs. */
class Lookup {
  readonly find: FindHere

  constructor(find: FindHere) {
    this.find = find
  }
}

/** Clients hand parameters on without a look at them, and `resolveLookups` puts the text in its place. */
const lookUp = (find: FindHere): string => new Lookup(find) as unknown as string

const findById = (find: Find): Expression => ({
  text: "?",
  params: (id) => [lookUp((run) => find(run, [id]))],
})

/** Finds the dataset of an id in the directory, and confirms it there. */
const confirm =
  (find: Find): Find =>
  (run, [id]) =>
    Effect.flatMap(directoryHome(run, [id]), (home) => find(run, [home, id]))

export const citusLookups: DialectLookups = {
  datasetById: findById(directoryHome),
  datasetByLabelset: findById(confirm(liveLabelset)),
  datasetBySample: findById(confirm(sampleHome)),
  stagingNumber: { ...findById(openStaging), text: "CAST(? AS INTEGER)" },
  matchClaim: (prefix) => ({
    text: `${prefix}claim_id = ? AND ${prefix}dataset_id = ?`,
    params: (claim) => [claim, lookUp((run) => claimHome(run, [claim]))],
  }),
}

export const resolveLookups =
  (run: RunHere): RunHere =>
  (text, params) =>
    params.some((param) => param instanceof Lookup)
      ? Effect.flatMap(
          Effect.forEach(params, (param) =>
            param instanceof Lookup ? param.find(run) : Effect.succeed(param),
          ),
          (values) => run(text, values),
        )
      : run(text, params)
