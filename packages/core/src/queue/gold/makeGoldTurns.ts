import { Effect, Option } from "effect"
import type { GoldTurn } from "../../domain/Gold.ts"
import type { DatasetId } from "../../domain/Ids.ts"
import type { Username } from "../../domain/Names.ts"
import { GoldStore } from "../../placement/GoldStore.ts"
import type { WaitingOverlap } from "../../placement/OverlapStore.ts"
import { drawGold } from "./drawGold.ts"

/** A person who labels in a dataset with gold samples. */
export interface GoldTurnRequest {
  readonly datasetId: DatasetId
  readonly user: Username
  /** More than 0. */
  readonly rate: number
}

/** The place of a sample within a step. */
type Place = Pick<WaitingOverlap, "np" | "sampleId">

/** The step of samples that everybody gets. Gold samples are mixed into it. */
export const poolStep = 4

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

  const findTurn = ({ datasetId, rate, user }: GoldTurnRequest) =>
    Effect.map(store.findPerson(datasetId, user), (person) =>
      Option.getOrNull(Option.filter(person, (turn) => turn.rate === rate)),
    )

  /**
   * The gold samples of which the person gets the first one that is free, because their countdown is over. `head`: the sample of everybody
   * that they would get otherwise. Those that come before it in the queue are preferred: nobody sees from the order that they are others.
   */
  const listDue = Effect.fnUntraced(function* (request: GoldTurnRequest, head: Place) {
    const turn = yield* findTurn(request)
    if (turn === null || turn.countdown > 0) return []
    const { datasetId, user } = request
    const waiting = yield* store.listNext({ datasetId, user, pivot: turn.pivot, limit: searchedSamples })
    return waiting.toSorted((a, b) => Number(isBefore(head, a)) - Number(isBefore(head, b)))
  })

  /** The gold samples that the person would meet after that one, in the order of the queue. */
  const listAfter = Effect.fnUntraced(function* (request: GoldTurnRequest, head: Place, limit: number) {
    const { datasetId, user } = request
    return (yield* store.listWaiting({ datasetId, user, limit })).filter((place) => isBefore(head, place))
  })

  /** Counts a new claim of the person: of a gold sample, or of another one. */
  const count = Effect.fnUntraced(function* (request: GoldTurnRequest, isGold: boolean) {
    const { datasetId, rate, user } = request
    const turn = yield* findTurn(request)
    if (turn !== null && !isGold && turn.countdown === 0) return
    const next: GoldTurn = {
      ...{ datasetId, user, rate },
      pivot: turn?.pivot ?? (yield* drawGold),
      countdown: turn === null || isGold ? drawCountdown(yield* drawGold, rate) : turn.countdown - 1,
    }
    yield* store.putTurn(next)
  })

  return { listDue, listAfter, count }
})

/** The number of claims before the next one that a draw from 0 to below 1 stands for. Pure. */
export const drawCountdown = (draw: number, rate: number): number =>
  Math.min(longestCountdown, Math.floor(Math.log1p(-draw) / Math.log1p(-rate)))

/** Whether a sample comes first within a step. */
export const isBefore = (a: Place, b: Place): boolean =>
  a.np < b.np || (a.np === b.np && a.sampleId < b.sampleId)
