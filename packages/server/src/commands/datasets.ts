/** The commands for datasets: list, share and freeze them. */
import {
  Collaborators,
  Datasets,
  type DatasetView,
  type JsonTree,
  Role,
  toDatasetJson,
  toMemberJson,
} from "@annotary/core/effect"
import { Effect, Either, Schema } from "effect"
import { parseDatasetRef } from "../cli/arguments.ts"
import type { CommandInput } from "../cli/Command.ts"
import { UsageError } from "../cli/failures.ts"
import { formatTable, printResult } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"
import { allUsers } from "./users.ts"

/** `annotary dataset list [--owner NAME]` */
export const list = ({ options, settings }: CommandInput) =>
  withEngine(
    settings,
    Effect.gen(function* () {
      const owners =
        options.owner === undefined ? (yield* allUsers).map(({ username }) => username) : [options.owner]
      const views = (yield* Effect.forEach(owners, listOwned)).flat()
      yield* printResult(
        () => views.map(toDatasetTree),
        () => formatTable(["dataset", "task type", "samples", "state", "created at"], views.map(toRow)),
      )
    }),
  )

const pageSize = 1000

const listOwned = (owner: string) =>
  Effect.gen(function* () {
    const datasets = yield* Datasets
    const all: Array<DatasetView> = []
    for (;;) {
      const page = yield* datasets.listOwned(owner, { offset: all.length, limit: pageSize })
      all.push(...page)
      if (page.length < pageSize) return all
    }
  })

const toDatasetTree = ({ record, ...context }: DatasetView): JsonTree => toDatasetJson(record, context)

const formatName = ({ record: { dataset } }: DatasetView): string => `${dataset.owner}/${dataset.name}`

const toRow = (view: DatasetView): ReadonlyArray<string> => {
  const { counts, dataset } = view.record
  const states = [...(dataset.public ? ["public"] : []), ...(dataset.archived ? ["frozen"] : [])]
  return [formatName(view), dataset.taskType, String(counts.samples), states.join(", "), dataset.createdAt]
}

/** `annotary dataset share OWNER/DATASET USER [--role ROLE]`: adds a collaborator, or changes the role. */
export const share = ({ options, positionals, settings }: CommandInput) => {
  const [place = "", user = ""] = positionals
  const role = options.role ?? "labeler"
  if (!isRole(role))
    return new UsageError({ sentence: `The role must be one of: ${Role.literals.join(", ")}.` })
  return withEngine(
    settings,
    Effect.gen(function* () {
      const collaborators = yield* Collaborators
      const ref = yield* parseDatasetRef(place)
      const added = yield* Effect.either(collaborators.add(ref, { user, role }))
      const isThere =
        Either.isLeft(added) && added.left._tag === "CollaboratorRefused" && added.left.reason === "duplicate"
      const { user: account } = yield* isThere ? collaborators.setRole(ref, user, role) : added
      yield* printResult(
        () => toMemberJson({ user: account, role }, true),
        () => `${account.username} is now ${role} in ${place}`,
      )
    }),
  )
}

/** `annotary dataset unshare OWNER/DATASET USER` */
export const unshare = ({ positionals, settings }: CommandInput) => {
  const [place = "", user = ""] = positionals
  return withEngine(
    settings,
    Effect.gen(function* () {
      const collaborators = yield* Collaborators
      yield* collaborators.remove(yield* parseDatasetRef(place), user)
      yield* printResult(
        () => ({ dataset: place, user, removed: true }),
        () => `${user} is no longer a collaborator in ${place}`,
      )
    }),
  )
}

const isRole = Schema.is(Role)

/** `annotary dataset transfer OWNER/DATASET ORGANIZATION` */
export const transfer = ({ positionals, settings }: CommandInput) => {
  const [place = "", organization = ""] = positionals
  return withEngine(
    settings,
    Effect.gen(function* () {
      const datasets = yield* Datasets
      const view = yield* datasets.transfer(yield* parseDatasetRef(place), organization)
      yield* printResult(
        () => toDatasetTree(view),
        () => `${place} is now ${formatName(view)}`,
      )
    }),
  )
}

/** `annotary dataset freeze OWNER/DATASET` */
export const freeze = (input: CommandInput) => setArchived(input, true)

/** `annotary dataset unfreeze OWNER/DATASET` */
export const unfreeze = (input: CommandInput) => setArchived(input, false)

/** Setting the present state again changes nothing. */
const setArchived = ({ positionals, settings }: CommandInput, archived: boolean) =>
  withEngine(
    settings,
    Effect.gen(function* () {
      const datasets = yield* Datasets
      const view = yield* datasets.update(yield* parseDatasetRef(positionals[0]), { archived })
      yield* printResult(
        () => toDatasetTree(view),
        () => `${formatName(view)} ${archived ? "is frozen: it can only be read" : "can be changed again"}`,
      )
    }),
  )
