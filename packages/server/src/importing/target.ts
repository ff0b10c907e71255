/** The target of an import: an existing dataset, or one that is created with the first samples. */
import { Datasets, type JsonText, Labelsets, NotFound, nameKey, type TaskType } from "@annotary/core/effect"
import { Effect, Either } from "effect"
import { CommandFailed } from "../cli/failures.ts"
import { printRemark } from "../cli/output.ts"
import { toCommandError } from "../engine/runCommandWork.ts"
import type { ImportTarget, Prepared } from "./Importer.ts"
import type { ReleaseFile } from "./release.ts"

/** The properties of a dataset that has to be created. */
export interface Wanted {
  readonly taskType: TaskType
  readonly taskAttributes: JsonText | undefined
}

/**
 * Looks up the dataset and returns how to prepare it. It must have the release's task type. A missing one is created from
 * the release or by `--create`.
 */
export const prepareTarget = (
  ref: ImportTarget["ref"],
  wanted: Wanted | undefined,
  release: ReleaseFile | undefined,
) =>
  Effect.gen(function* () {
    const datasets = yield* Datasets
    const labelsets = yield* Labelsets
    const existing = yield* Effect.either(datasets.get(ref))
    const makeLabelsets = Effect.gen(function* () {
      const there = new Set((yield* labelsets.list(ref)).map(({ name }) => nameKey(name)))
      for (const labelset of release?.head.labelsets ?? []) {
        if (!there.has(nameKey(labelset.name))) yield* labelsets.create(ref, labelset)
      }
    })
    if (Either.isRight(existing)) {
      const { taskAttributes, taskType } = existing.right.record.dataset
      if (release !== undefined && release.head.taskType !== taskType)
        return yield* new CommandFailed({
          sentence: `The release is of a ${release.head.taskType} dataset, and ${ref.owner}/${ref.name} is of ${taskType}.`,
        })
      if (release !== undefined && release.head.taskAttributes !== taskAttributes)
        yield* printRemark(`dataset ${ref.owner}/${ref.name} keeps its own configuration`)
      return makeLabelsets.pipe(Effect.as<Prepared>(undefined), Effect.mapError(toCommandError))
    }
    if (!(existing.left instanceof NotFound) || wanted === undefined)
      return yield* new CommandFailed({ sentence: `${existing.left.message} --create TASK_TYPE makes one.` })
    return datasets
      .create({
        owner: ref.owner,
        name: ref.name,
        category: "other",
        ...wanted,
        ...(release?.hasVerified === true ? { settings: { enableLabelStatusVerified: true } } : {}),
      })
      .pipe(
        Effect.zipRight(makeLabelsets),
        Effect.as<Prepared>(`dataset ${ref.owner}/${ref.name} created`),
        Effect.mapError(toCommandError),
      )
  })
