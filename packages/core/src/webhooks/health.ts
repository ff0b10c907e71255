/**
 * What becomes of an endpoint after its requests: warnings while it only fails, an end after days of it, relief when it
 * answers again. Pure, so that every storage judges alike; the storage makes each transition happen once.
 */

/** Instants are milliseconds of the storage's clock. */
export interface Health {
  readonly failingSince: number | null
  readonly lastFailureAt: number | null
  /** The last of {@link warningLevels} that was told; 0: none. */
  readonly warned: number
  /** How many requests it may have in flight now; grows with success, so that one that comes back is not run over. */
  readonly window: number
}

export interface FailurePolicy {
  /** So long only failures: the endpoint is disabled. */
  readonly disableAfterMillis: number
  /** The first and the last of them at least so far apart. */
  readonly spreadMillis: number
}

const hour = 3_600_000

export const defaultPolicy: FailurePolicy = { disableAfterMillis: 5 * 24 * hour, spreadMillis: 12 * hour }

/** Percent of the time to the end at which a failing endpoint is told of. */
export const warningLevels = [25, 50, 75] as const

export type HealthChange =
  | { readonly _tag: "Well" }
  | { readonly _tag: "Failing"; readonly percent: number }
  | { readonly _tag: "Disable" }
  | { readonly _tag: "Recovered" }

/** The window of an endpoint that nothing speaks against: above every cap. */
export const fullWindow = 1024

export const healthy: Health = { failingSince: null, lastFailureAt: null, warned: 0, window: fullWindow }

/** A success. A warning that was given is taken back, once. */
export const afterSuccess = (health: Health): readonly [Health, HealthChange] => [
  { ...healthy, window: Math.min(health.window * 2, fullWindow) },
  health.warned > 0 ? { _tag: "Recovered" } : { _tag: "Well" },
]

/** A failure at the instant. Each warning is given once. */
export const afterFailure = (
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

/** It asked for a pause: when that is over, one request goes first. */
export const afterPause = (health: Health): Health => ({ ...health, window: 1 })
