/** `annotary audit create`, `claim`, `answer` and `finish`: the work of an audit as a person. */
import {
  AuditErrorType,
  AuditMetric,
  type AuditOutcomeInput,
  AuditUnit,
  type AuditView,
  CurrentActor,
  type NewAuditInput,
  ReleaseAudits,
  Users,
} from "@annotary/core/effect"
import { toAuditJson, toAuditWorkJson } from "@annotary/http"
import { Effect, Schema } from "effect"
import { parseDatasetRef } from "../cli/arguments.ts"
import type { CommandInput } from "../cli/Command.ts"
import { UsageError } from "../cli/failures.ts"
import { printResult } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"
import { formatAudit } from "./audit.ts"

export const create = (input: CommandInput) =>
  Effect.flatMap(parseNewAudit(input.options), (audit) =>
    runAs(input, (service, ref, release) => Effect.flatMap(service.create(ref, release, audit), printAudit)),
  )

export const claim = (input: CommandInput) =>
  runAs(input, (service, ref, release, audit) =>
    Effect.flatMap(service.claim(ref, release, audit), (work) =>
      printResult(
        () => (work === null ? [] : [toAuditWorkJson(work)]),
        () =>
          work === null
            ? "nothing is left for this person to check"
            : [
                `number ${work.number}, until ${work.expiresAt}`,
                `sample ${work.sampleName} (${work.sampleId})`,
                ...(work.object === null ? [] : [`object ${work.object.key}`]),
                `attributes ${work.attributes}`,
                `label ${work.labelAttributes}`,
              ].join("\n"),
      ),
    ),
  )

export const submit = (input: CommandInput) =>
  Effect.gen(function* () {
    const [, , , number = ""] = input.positionals
    if (!/^[1-9]\d{0,8}$/.test(number))
      return yield* new UsageError({
        sentence: "NUMBER must be the number of a draw, as `audit claim` shows it.",
      })
    const errors = yield* parseErrors(input.options.errors)
    yield* runAs(input, (service, ref, release, audit) =>
      Effect.flatMap(service.submit(ref, release, audit, Number(number), { errors }), printAudit),
    )
  })

export const finish = (input: CommandInput) =>
  runAs(input, (service, ref, release, audit) =>
    Effect.flatMap(service.finish(ref, release, audit), printAudit),
  )

const printAudit = (audit: AuditView) =>
  printResult(
    () => toAuditJson(audit),
    () => formatAudit(audit),
  )

type Ref = Effect.Effect.Success<ReturnType<typeof parseDatasetRef>>

/** Runs work on an audit as the person of `--user`. */
const runAs = <E extends { readonly message: string }, R extends ReleaseAudits | CurrentActor>(
  { options: { user }, positionals: [name, release = "", audit = ""], settings }: CommandInput,
  work: (service: ReleaseAudits, ref: Ref, release: string, audit: string) => Effect.Effect<void, E, R>,
) =>
  user === undefined
    ? new UsageError({ sentence: "--user must be the name of the person who does it." })
    : withEngine(
        settings,
        Effect.gen(function* () {
          const ref = yield* parseDatasetRef(name)
          const actor = yield* Effect.catchTag(
            (yield* Users).findActor(user),
            "Unauthorized",
            () =>
              new UsageError({ sentence: `There is no person called ${user}, or the account is disabled.` }),
          )
          yield* Effect.provideService(work(yield* ReleaseAudits, ref, release, audit), CurrentActor, actor)
        }),
      )

const parseNewAudit = (options: CommandInput["options"]): Effect.Effect<NewAuditInput, UsageError> =>
  Effect.gen(function* () {
    const { labelset, metric, unit } = options
    if (unit !== undefined && !Schema.is(AuditUnit)(unit))
      return yield* new UsageError({ sentence: "--unit must be samples or objects." })
    if (metric !== undefined && !Schema.is(AuditMetric)(metric))
      return yield* new UsageError({ sentence: "--metric must be iou, distance or angle." })
    const [draws, goal, level, tolerance] = [
      yield* parseNumber("draws", options.draws),
      yield* parseNumber("goal", options.goal),
      yield* parseNumber("level", options.level),
      yield* parseNumber("tolerance", options.tolerance),
    ]
    return { labelset, unit, metric, draws, goal, level, tolerance }
  })

const parseNumber = (
  name: string,
  text: string | undefined,
): Effect.Effect<number | undefined, UsageError> =>
  text === undefined || /^\d{1,9}(\.\d{1,9})?$/.test(text)
    ? Effect.succeed(text === undefined ? undefined : Number(text))
    : Effect.fail(new UsageError({ sentence: `--${name} must be a number, such as 0.02.` }))

/** Such as `missing,geometry:0.4`. */
const parseErrors = (text: string | undefined): Effect.Effect<AuditOutcomeInput["errors"], UsageError> =>
  Effect.forEach(text === undefined ? [] : text.split(","), (part) => {
    const [type, value, ...more] = part.split(":")
    if (!Schema.is(AuditErrorType)(type) || more.length > 0)
      return new UsageError({
        sentence: `--errors must be a list of ${AuditErrorType.literals.join(", ")}, the last one with a value such as geometry:0.4 where the audit has a metric.`,
      })
    return Effect.map(parseNumber("errors", value), (measured) => ({
      type,
      ...(measured !== undefined && { value: measured }),
    }))
  })
