import { Effect, Option } from "effect"
import type { GoldTurn } from "../../domain/Gold.ts"
import type { DatasetId, SampleId } from "../../domain/Ids.ts"
import type { Username } from "../../domain/Names.ts"
import { type GoldPlace, GoldStore } from "../../placement/GoldStore.ts"
import { compareQueuePlaces, type QueuePlace } from "../../placement/queuePlace.ts"
import { drawGold } from "./drawGold.ts"

/** A person who labels in a dataset with gold samples. */
export interface GoldTurnRequest {
  readonly datasetId: DatasetId
  readonly user: Username
  /** More than 0. */
  readonly rate: number
}

/** The samples that are searched at once: another claim may have locked the first ones. */
const searchedSamples = 32

const longestCountdown = 1_000_000

/**
 * The turns of people at gold samples. Each person has a countdown of other new claims, drawn from the geometric distribution of the rate, so
 * that each claim is one of a gold sample with the probability of the rate, whatever came before. Without a turn, or after a change of the
 * rate, the next sample is another one, and draws the countdown. Claims of a person take turns, so that these calls do not overlap.
 */
export const makeGoldTurns = Effect.gen(function* () {
  const store = yield* GoldStore

  /**
   * The gold samples of which the person gets the first one that is free: the one that they got last and have not answered, or, because their
   * countdown is over, those next to `head`, the sample of everybody that they would get otherwise. The nearest one comes first: from its
   * place, people see the least.
   */
  const listDue = Effect.fnUntraced(function* (request: GoldTurnRequest, head: QueuePlace) {
    const { datasetId, user } = request
    const turn = Option.getOrNull(yield* store.findTurn(datasetId, user))
    if (turn === null) return []
    const returned = yield* findReturned(turn)
    if (returned !== undefined) return [returned]
    if (turn.rate !== request.rate || turn.countdown > 0) return []
    const near = yield* store.listNear({ datasetId, user, head, limit: searchedSamples })
    return near.toSorted((a, b) => compareDistance(head, a, b))
  })

  /** The gold sample that the person got last, when they have given it back or its lease has ended: like any other sample, it comes again. */
  const findReturned = Effect.fnUntraced(function* ({ datasetId, pivot, user }: GoldTurn) {
    const [next] = yield* store.listNext({ datasetId, user, pivot, limit: 1 })
    return next?.draw === pivot ? next : undefined
  })

  /** The gold samples that the person would meet after that one, in the order of the queue. */
  const listAfter = Effect.fnUntraced(function* (request: GoldTurnRequest, head: QueuePlace, limit: number) {
    const { datasetId, user } = request
    return (yield* store.listWaiting({ datasetId, user, limit })).filter(
      (place) => compareQueuePlaces(head, place) < 0,
    )
  })

  /** Counts a new claim of the person: of a gold sample, or, with null, of another one. One that the person had before does not count again. */
  const count = Effect.fnUntraced(function* (request: GoldTurnRequest, gold: GoldPlace | null) {
    const { datasetId, rate, user } = request
    const turn = Option.getOrNull(yield* store.findTurn(datasetId, user))
    if (gold !== null && gold.draw === turn?.pivot) return
    const isStarted = turn !== null && turn.rate === rate
    const isDue = isStarted && gold === null && turn.countdown === 0
    // The turn waits for the samples that are left. Without any, the next draw decides when they are searched for again.
    if (isDue && (yield* store.listNext({ datasetId, user, pivot: turn.pivot, limit: 1 })).length > 0) return
    const isCounted = isStarted && gold === null && !isDue
    const next: GoldTurn = {
      ...{ datasetId, user, rate },
      pivot: gold?.draw ?? turn?.pivot ?? (yield* drawGold),
      countdown: isCounted ? turn.countdown - 1 : drawCountdown(yield* drawGold, rate),
    }
    yield* store.putTurn(next)
  })

  return { listDue, listAfter, count }
})

/** The number of claims before the next one that a draw from 0 to below 1 stands for. Pure. */
export const drawCountdown = (draw: number, rate: number): number =>
  Math.min(longestCountdown, Math.floor(Math.log1p(-draw) / Math.log1p(-rate)))

/** Orders two places by how near they are to another one: by priority, then by the time at which the samples were created. */
const compareDistance = (head: QueuePlace, a: QueuePlace, b: QueuePlace): number => {
  const priorities = Math.abs(a.np - head.np) - Math.abs(b.np - head.np)
  if (priorities !== 0) return priorities
  const from = toNumber(head.sampleId)
  const [distanceOfA, distanceOfB] = [a, b].map(({ sampleId }) => {
    const difference = toNumber(sampleId) - from
    return difference < 0n ? -difference : difference
  })
  return distanceOfA === distanceOfB ? 0 : (distanceOfA ?? 0n) < (distanceOfB ?? 0n) ? -1 : 1
}

/** The id as a number. */
const toNumber = (id: SampleId): bigint => BigInt(`0x${id.replaceAll("-", "")}`)
