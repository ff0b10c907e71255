/** Plans a configuration change: converts the input to a plan for labels, or returns all violations. */
import { Either, Schema } from "effect"
import { Configuration } from "../../domain/Configuration.ts"
import type { Violation } from "../../domain/errors.ts"
import { type JsonText, parseJson } from "../../domain/JsonText.ts"
import { listViolations } from "../../domain/violations.ts"
import { checkConfiguration } from "../checkConfiguration.ts"
import { type ConfigurationAction, ConfigurationActions } from "./Action.ts"
import { checkActions } from "./checkActions.ts"
import { makePlan, type Plan } from "./Step.ts"

export interface PlannedChange {
  readonly plan: Plan
  readonly before: Configuration
  readonly after: Configuration
  readonly actions: ReadonlyArray<ConfigurationAction>
}

export interface ChangeTexts {
  /** The dataset's valid configuration. */
  readonly before: JsonText
  readonly after: JsonText
  readonly actions: unknown
}

/** Plans the change. Pointers begin in the request: `/configuration/…` and `/actions/…`. */
export const planChange = (
  texts: ChangeTexts,
  maxBytes: number,
): Either.Either<PlannedChange, ReadonlyArray<Violation>> => {
  const wrong = checkConfiguration(texts.after, maxBytes).errors.map((error) => ({
    ...error,
    pointer: `/configuration${error.pointer}`,
  }))
  const decoded = decodeActions(texts.actions)
  const shapes = Either.isLeft(decoded) ? listViolations(decoded.left, "/actions") : []
  if (wrong.length > 0 || Either.isLeft(decoded)) return Either.left([...wrong, ...shapes])
  const before = decodeConfiguration(parseJson(texts.before))
  const after = decodeConfiguration(parseJson(texts.after))
  const { errors, steps } = checkActions(before, after, decoded.right)
  return errors.length > 0
    ? Either.left(errors)
    : Either.right({ plan: makePlan(steps), before, after, actions: decoded.right })
}

const decodeActions = Schema.decodeUnknownEither(ConfigurationActions, { errors: "all" })
const decodeConfiguration = Schema.decodeUnknownSync(Configuration)
