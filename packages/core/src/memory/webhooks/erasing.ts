/** Removes what webhooks keep of an account. */
import { HashMap, Option } from "effect"
import type { ErasedPerson } from "../../access/ErasureStore.ts"
import { blankAttempt, isAboutPerson } from "../../accounts/personEvents.ts"
import type { Username } from "../../domain/Names.ts"
import type { Attempt } from "../../domain/webhooks/Attempt.ts"
import type { WebhookState } from "./State.ts"

/** Removes the endpoints of an account with all that belongs to them, and returns their number. */
export const removeEndpoints = (state: WebhookState, owner: Username): readonly [number, WebhookState] => {
  const gone = new Set<string>(
    [...HashMap.values(state.endpoints)].flatMap(({ endpoint }) =>
      endpoint.owner === owner ? [endpoint.id] : [],
    ),
  )
  const next: WebhookState = {
    ...state,
    endpoints: HashMap.filter(state.endpoints, ({ endpoint }) => !gone.has(endpoint.id)),
    deliveries: HashMap.filter(state.deliveries, ({ delivery }) => !gone.has(delivery.endpointId)),
    attempts: HashMap.filterMap(state.attempts, (attempts) =>
      keepAttempts(attempts.filter(({ endpointId }) => !gone.has(endpointId))),
    ),
    counts: HashMap.filter(state.counts, (_, key) => !gone.has(key.split("/")[0] ?? "")),
    recoveries: HashMap.filter(state.recoveries, ({ recovery }) => !gone.has(recovery.endpointId)),
    keySets: HashMap.remove(state.keySets, owner),
  }
  return [gone.size, next]
}

/** Removes the deliveries of these events and of tests about the person, and blanks what other attempts repeat. */
export const removeEvents = (
  state: WebhookState,
  gone: ReadonlySet<string>,
  person: ErasedPerson,
): WebhookState => {
  const deliveries = HashMap.filter(
    state.deliveries,
    ({ delivery, ownEvent }) =>
      !gone.has(delivery.eventId) && !(ownEvent !== null && isAboutPerson(ownEvent, person)),
  )
  const left = new Set<string>([...HashMap.values(deliveries)].map(({ delivery }) => delivery.id))
  const removed = new Set<string>(
    [...HashMap.values(state.deliveries)].flatMap(({ delivery }) =>
      left.has(delivery.id) ? [] : [delivery.id],
    ),
  )
  return {
    ...state,
    deliveries,
    attempts: HashMap.filterMap(state.attempts, (attempts, delivery) =>
      keepAttempts(removed.has(delivery) ? [] : attempts.map((attempt) => blankAttempt(attempt, person))),
    ),
  }
}

const keepAttempts = (attempts: ReadonlyArray<Attempt>): Option.Option<ReadonlyArray<Attempt>> =>
  attempts.length === 0 ? Option.none() : Option.some(attempts)
