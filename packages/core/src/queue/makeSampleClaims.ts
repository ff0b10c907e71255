import { Effect, Option } from "effect"
import type { Permitted } from "../access/Access.ts"
import type { QueueName } from "../domain/Claim.ts"
import { Conflict, NotFound } from "../domain/errors.ts"
import { ClaimId, generateId, type SampleId } from "../domain/Ids.ts"
import { waitingStatuses } from "../domain/labelStates.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { ClaimStore } from "../placement/ClaimStore.ts"
import { Placement } from "../placement/Placement.ts"
import { findStep, listPeople, queueKey } from "../placement/queueKey.ts"

/** Claims of one named sample: the rules of the queue without its order, and a reason for each refusal. */
export const makeSampleClaims = Effect.gen(function* () {
  const claims = yield* ClaimStore
  const placement = yield* Placement
  const settings = yield* EngineSettings

  /**
   * Leases the sample to the caller, or fails with the reason why they cannot have it. `openElsewhere`: the caller's open claims that are not
   * of the queue's rows.
   */
  const lease = Effect.fnUntraced(function* (
    permitted: Permitted,
    queue: QueueName,
    sampleId: SampleId,
    leaseSeconds: number,
    openElsewhere = 0,
  ) {
    const maxOpen = settings.maxOpenClaims - openElsewhere
    const claim = yield* claims.claimSample({
      datasetId: permitted.dataset.id,
      sampleId,
      user: permitted.actor,
      queue,
      leaseSeconds,
      id: yield* generateId(ClaimId),
      maxOpen,
    })
    return Option.isSome(claim) ? claim.value : yield* refuse(permitted, queue, sampleId, maxOpen)
  })

  const refuse = Effect.fnUntraced(function* (
    { actor, dataset }: Permitted,
    queue: QueueName,
    sampleId: SampleId,
    maxOpen: number,
  ) {
    const [facts] = yield* claims.facts(dataset.id, [sampleId])
    if (facts === undefined) return yield* new NotFound({ resource: "sample" })
    const held = (yield* claims.lock(dataset.id, [sampleId])).get(sampleId)
    if (held !== undefined && (held.holder !== actor || held.queue !== queue))
      return yield* new Conflict({ code: "sample_held", holder: held.holder })
    const { status } = facts
    if (!waitingStatuses[queue].includes(status ?? "UNLABELED"))
      return yield* new Conflict({ code: "sample_finished", status: status ?? undefined })
    const workers = yield* placement.findWorkers(dataset.id, listPeople(facts))
    if (findStep(queueKey(facts, workers), queue, actor) === undefined)
      return yield* new Conflict({ code: "sample_of_other" })
    const open = yield* claims.countOpen(dataset.id, actor, queue)
    // Otherwise what refused the claim is over, and a second try may succeed.
    const code = open >= maxOpen ? "too_many_claims" : "changed_meanwhile"
    return yield* new Conflict({ code })
  })

  return { lease }
})
