/** Input of endpoints and its validation. Pure. */
import { Either, Schema } from "effect"
import type { Violation } from "../domain/errors.ts"
import { isCleanText } from "../domain/Names.ts"
import {
  maxBatch,
  maxDatasets,
  maxRateLimit,
  maxRetries,
  maxRetryWaitSeconds,
  maxTimeToLiveSeconds,
  type SecretKind,
} from "../domain/webhooks/Endpoint.ts"
import { EventTypeSelector } from "../domain/webhooks/eventTypeSelector.ts"
import { longest } from "../domain/wire/fields.ts"
import { type CustomHeaders, checkHeaders } from "./customHeaders.ts"
import type { EndpointSecrets } from "./EndpointSecrets.ts"
import type { EndpointUrlPolicy } from "./EndpointUrlPolicy.ts"
import type { WebhookSettingsValues } from "./WebhookSettings.ts"

/** Absent fields stay unchanged. */
export interface EndpointPatch {
  readonly url?: string | undefined
  readonly version?: number | null | undefined
  readonly description?: string | undefined
  /** Types, or patterns such as `sample.*`. Empty: all types about datasets. */
  readonly eventTypes?: ReadonlyArray<EventTypeSelector> | undefined
  /** `owner/name`; null: all datasets of the account. */
  readonly datasets?: ReadonlyArray<string> | null | undefined
  readonly enabled?: boolean | undefined
  readonly rateLimit?: number | null | undefined
  readonly headers?: CustomHeaders | undefined
  readonly chat?: boolean | undefined
  readonly fifo?: boolean | undefined
  readonly batch?: number | undefined
  /** Waits in seconds. Empty: a single attempt. */
  readonly retrySchedule?: ReadonlyArray<number> | null | undefined
  readonly timeoutSeconds?: number | null | undefined
  readonly timeToLiveSeconds?: number | null | undefined
}

/** The input of a new endpoint. */
export interface NewEndpoint extends EndpointPatch {
  readonly url: string
  /** Defaults to `v1`. */
  readonly secretKind?: SecretKind | undefined
  /** An existing secret of the receiver. By default, one is created. */
  readonly secret?: string | undefined
}

/** The options of a rotation of secrets. */
export interface Rotation {
  /** The time that previous secrets sign beside the new one, 0 to 7 days in seconds. Defaults to a day. */
  readonly overlapSeconds?: number | undefined
  /** Defaults to the kind of the secret in use. */
  readonly kind?: SecretKind | undefined
  readonly secret?: string | undefined
}

/** The default time that previous secrets sign beside a new one: a day, in seconds. */
export const defaultOverlapSeconds = 24 * 3600
/** The maximum time that previous secrets sign beside a new one: 7 days, in seconds. */
export const maxOverlapSeconds = 7 * 24 * 3600

/** The settings and ports that the validation depends on. */
export interface EndpointRules extends Pick<WebhookSettingsValues, "maxTimeoutSeconds"> {
  readonly urls: typeof EndpointUrlPolicy.Service
  readonly secrets: Pick<typeof EndpointSecrets.Service, "refusal">
}

type Check = (input: NewEndpoint | EndpointPatch, rules: EndpointRules) => ReadonlyArray<Violation>

/** The violations of the input of an endpoint. */
export const findEndpointViolations = (
  input: NewEndpoint | EndpointPatch,
  rules: EndpointRules,
): ReadonlyArray<Violation> => checks.flatMap((check) => check(input, rules))

const checkUrl: Check = (input, { urls }) => {
  if (input.url === undefined) return []
  if (input.url.length > longest.url) return [makeTooLongViolation("/url", longest.url)]
  const checked = urls.check(input.url)
  return Either.isLeft(checked) ? [{ pointer: "/url", message: checked.left.message }] : []
}

const checkTexts: Check = ({ description, version }) => [
  ...(description !== undefined && description.length > longest.line
    ? [makeTooLongViolation("/description", longest.line)]
    : []),
  ...(description !== undefined && !isCleanText(description)
    ? [{ pointer: "/description", message: "must not hold U+0000 or lone surrogates" }]
    : []),
  ...(version !== undefined && version !== null && !Number.isFinite(version)
    ? [{ pointer: "/version", message: "must be a number" }]
    : []),
]

const isSelector = Schema.is(EventTypeSelector)

const checkSelections: Check = ({ datasets, eventTypes = [] }) => [
  ...eventTypes.flatMap((type, n) =>
    isSelector(type)
      ? []
      : [{ pointer: `/event_types/${n}`, message: "must be an event type, or a pattern such as sample.*" }],
  ),
  ...((datasets?.length ?? 0) > maxDatasets
    ? [{ pointer: "/datasets", message: `must be at most ${maxDatasets} datasets` }]
    : []),
]

const checkNumbers: Check = ({ batch, rateLimit }) => [
  ...checkWholeNumber("/rate_limit", rateLimit ?? undefined, maxRateLimit),
  ...checkWholeNumber("/batch", batch, maxBatch),
]

const checkTimes: Check = ({ retrySchedule, timeToLiveSeconds, timeoutSeconds }, { maxTimeoutSeconds }) => [
  ...(retrySchedule ?? []).flatMap((wait, n) =>
    checkWholeNumber(`/retry_schedule/${n}`, wait, maxRetryWaitSeconds),
  ),
  ...((retrySchedule?.length ?? 0) > maxRetries
    ? [{ pointer: "/retry_schedule", message: `must be at most ${maxRetries} waits` }]
    : []),
  ...checkWholeNumber("/timeout_seconds", timeoutSeconds ?? undefined, maxTimeoutSeconds),
  ...checkWholeNumber("/time_to_live_seconds", timeToLiveSeconds ?? undefined, maxTimeToLiveSeconds),
]

const checkWholeNumber = (
  pointer: string,
  value: number | undefined,
  most: number,
): ReadonlyArray<Violation> =>
  value === undefined || (Number.isInteger(value) && value >= 1 && value <= most)
    ? []
    : [{ pointer, message: `must be a whole number from 1 to ${most}` }]

const checkHeaderList: Check = (input) => {
  if (input.headers === undefined) return []
  const checked = checkHeaders(input.headers)
  return Either.isLeft(checked) ? [{ pointer: "/headers", message: checked.left.message }] : []
}

const checkSecret: Check = (input, rules) =>
  "secret" in input ? findSecretViolations(input.secret, rules) : []

/** The violations of a secret that the receiver has chosen. */
export const findSecretViolations = (
  text: string | undefined,
  { secrets }: Pick<EndpointRules, "secrets">,
): ReadonlyArray<Violation> => {
  if (text === undefined) return []
  if (text.length > longest.secret) return [makeTooLongViolation("/secret", longest.secret)]
  const message = secrets.refusal(text)
  return message === null ? [] : [{ pointer: "/secret", message }]
}

const makeTooLongViolation = (pointer: string, most: number): Violation => ({
  pointer,
  message: `must be at most ${most} characters`,
})

const checks: ReadonlyArray<Check> = [
  checkUrl,
  checkTexts,
  checkSelections,
  checkNumbers,
  checkTimes,
  checkHeaderList,
  checkSecret,
]
