/**
 * The health of an endpoint: warnings while it only fails, disabled after days of failures, recovered after a
 * success. Pure, so that every storage decides alike; the storage makes each transition happen once.
 */

/** The health of an endpoint. Instants are milliseconds of the storage's clock. */
export interface Health {
  readonly failingSince: number | null
  readonly lastFailureAt: number | null
  /** The last of {@link warningLevels} that was reported; 0: none. */
  readonly warned: number
  /**
   * The maximum number of requests in flight now. Grows with success, so that a recovering endpoint is not
   * overloaded.
   */
  readonly window: number
}

/** When an endpoint that only fails is disabled. */
export interface FailurePolicy {
  /** The endpoint is disabled after failures alone for this time. */
  readonly disableAfterMillis: number
  /** The minimum time between the first and the last of the failures. */
  readonly spreadMillis: number
}

const hour = 3_600_000

/** Five days of failures, at least 12 hours apart. */
export const defaultPolicy: FailurePolicy = { disableAfterMillis: 5 * 24 * hour, spreadMillis: 12 * hour }

/** The levels at which a failing endpoint is reported, in percent of `disableAfterMillis`. */
export const warningLevels = [25, 50, 75] as const

/** The change of an endpoint's health by a request. */
export type HealthChange =
  | { readonly _tag: "Well" }
  | { readonly _tag: "Failing"; readonly percent: number }
  | { readonly _tag: "Disable" }
  | { readonly _tag: "Recovered" }

/** The window of a healthy endpoint: above every limit. */
export const fullWindow = 1024

/** The health of a new endpoint. */
export const healthy: Health = { failingSince: null, lastFailureAt: null, warned: 0, window: fullWindow }

/** The health after a success. Resolves a warning, once. */
export const recordSuccess = (health: Health): readonly [Health, HealthChange] => [
  { ...healthy, window: Math.min(health.window * 2, fullWindow) },
  health.warned > 0 ? { _tag: "Recovered" } : { _tag: "Well" },
]

/** The health after a failure at the instant. Each warning is reported once. */
export const recordFailure = (
  health: Health,
  at: number,
  policy: FailurePolicy,
): readonly [Health, HealthChange] => {
  const failingSince = health.failingSince ?? at
  const lasting = at - failingSince
  const window = Math.max(1, Math.floor(Math.min(health.window, 16) / 2))
  const failing = { ...health, failingSince, lastFailureAt: at, window }
  if (lasting >= policy.disableAfterMillis && lasting >= policy.spreadMillis && health.failingSince !== null)
    return [failing, { _tag: "Disable" }]
  const reached = warningLevels.filter((level) => lasting * 100 >= level * policy.disableAfterMillis).at(-1)
  return reached !== undefined && reached > health.warned && health.failingSince !== null
    ? [
        { ...failing, warned: reached },
        { _tag: "Failing", percent: reached },
      ]
    : [failing, { _tag: "Well" }]
}

/** The health after the receiver requested a pause: a single request goes first. */
export const recordPause = (health: Health): Health => ({ ...health, window: 1 })
