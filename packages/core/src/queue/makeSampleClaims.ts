import { Effect, Option } from "effect"
import type { Permitted } from "../access/Access.ts"
import type { Claim, QueueName } from "../domain/Claim.ts"
import { Conflict, NotFound } from "../domain/errors.ts"
import { ClaimId, generateId, type SampleId } from "../domain/Ids.ts"
import { waitingStatuses } from "../domain/labelStates.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { type ClaimRequest, ClaimStore, type SampleClaimRequest } from "../placement/ClaimStore.ts"
import { Placement } from "../placement/Placement.ts"
import { findStep, listPeople, queueKey } from "../placement/queueKey.ts"
import { Transaction } from "../storage/Transaction.ts"
import { findShownHolder } from "./makeClaimAccess.ts"
import { makeModelSamples } from "./makeModelSamples.ts"

/** The samples that are searched for one that nobody else has taken from its model meanwhile. */
const searchedSamples = 32

/** Claims of one named sample: the rules of the queue without its order, and a reason for each refusal. */
export const makeSampleClaims = Effect.gen(function* () {
  const claims = yield* ClaimStore
  const placement = yield* Placement
  const settings = yield* EngineSettings
  const transaction = yield* Transaction
  const modelSamples = yield* makeModelSamples

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
    const request = {
      datasetId: permitted.dataset.id,
      sampleId,
      user: permitted.actor,
      queue,
      leaseSeconds,
      id: yield* generateId(ClaimId),
      maxOpen,
    }
    const claim = yield* claims.claimSample(request)
    if (Option.isSome(claim)) return claim.value
    const superseding = queue === "labeling" ? yield* takeFromModel(request) : Option.none()
    return Option.isSome(superseding) ? superseding.value : yield* refuse(permitted, queue, sampleId, maxOpen)
  })

  /** Leases a sample that a model has, because people do not wait for models. The claim of the model ends. */
  const takeFromModel = (request: SampleClaimRequest) =>
    transaction.run(Effect.zipRight(claims.takeTurn(request), takeInTurn(request)))

  /** Runs in the caller's transaction, in the person's turn. */
  const takeInTurn = Effect.fnUntraced(function* (request: SampleClaimRequest) {
    const { datasetId, sampleId, user } = request
    const held = (yield* claims.lock(datasetId, [sampleId])).get(sampleId)
    // The model has given the sample back, or answered.
    if (held === undefined) return yield* claims.claimSample(request)
    if (held.queue !== "prelabeling" || held.holder === user) return Option.none<Claim>()
    const [facts] = yield* claims.facts(datasetId, [sampleId])
    if (facts === undefined) return Option.none<Claim>()
    const workers = yield* placement.findWorkers(datasetId, listPeople(facts))
    if (findStep(queueKey(facts, workers), request.queue, user) === undefined) return Option.none<Claim>()
    if ((yield* claims.countOpen(datasetId, user, request.queue)) >= request.maxOpen)
      return Option.none<Claim>()
    yield* claims.release(datasetId, [sampleId], "superseded")
    return yield* claims.claimSample(request)
  })

  /**
   * Leases the first sample to label that a model has to a person without open claims. Other people may take the first ones meanwhile.
   * `ids`: the id of the claim. `claimInTurn` returns the claims that another call of the person has made meanwhile,
   * renewed, and may lease what a model has given up meanwhile.
   */
  const claimFromModels = Effect.fnUntraced(function* <E>(
    { dataset, actor }: Permitted,
    { ids: [id], leaseSeconds }: Pick<ClaimRequest, "ids" | "leaseSeconds">,
    claimInTurn: Effect.Effect<ReadonlyArray<Claim>, E>,
  ) {
    if (id === undefined) return []
    const request = { datasetId: dataset.id, user: actor, queue: "labeling", leaseSeconds, id } as const
    const { maxOpenClaims: maxOpen } = settings
    const waiting = yield* modelSamples.listForPerson(dataset.id, actor)
    for (const { sampleId } of waiting.slice(0, searchedSamples)) {
      const claimed = yield* transaction.run(
        Effect.gen(function* () {
          yield* claims.takeTurn(request)
          const open = yield* claimInTurn
          return open.length > 0 ? open : Option.toArray(yield* takeInTurn({ ...request, sampleId, maxOpen }))
        }),
      )
      if (claimed.length > 0) return claimed
    }
    return []
  })

  const refuse = Effect.fnUntraced(function* (
    { actor, dataset, role }: Permitted,
    queue: QueueName,
    sampleId: SampleId,
    maxOpen: number,
  ) {
    const [facts] = yield* claims.facts(dataset.id, [sampleId])
    if (facts === undefined) return yield* new NotFound({ resource: "sample" })
    const held = (yield* claims.lock(dataset.id, [sampleId])).get(sampleId)
    if (held !== undefined && (held.holder !== actor || held.queue !== queue))
      return yield* new Conflict({
        code: "sample_held",
        holder: findShownHolder(held, role),
      })
    const { status } = facts
    if (!waitingStatuses[queue].includes(status ?? "UNLABELED"))
      return yield* new Conflict({ code: "sample_finished", status: status ?? undefined })
    const workers = yield* placement.findWorkers(dataset.id, listPeople(facts))
    if (findStep(queueKey(facts, workers), queue, actor) === undefined)
      return yield* new Conflict({ code: queue === "prelabeling" ? "not_requested" : "sample_of_other" })
    const open = yield* claims.countOpen(dataset.id, actor, queue)
    // Otherwise what refused the claim is over, and a second try may succeed.
    const code = open >= maxOpen ? "too_many_claims" : "changed_meanwhile"
    return yield* new Conflict({ code })
  })

  return { lease, claimFromModels }
})
