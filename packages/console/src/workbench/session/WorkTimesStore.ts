/** Keeps the times of work that was not sent yet in the browser's local storage, which all pages of an origin share. */
import type { QueueName } from "./work.ts"

/** The unsent times of the work on a sample, in milliseconds. */
export interface WorkTimes {
  /** The claim under which the sample was open last. */
  readonly claim: string
  readonly active: number
  readonly inactive: number
}

/** The person, the queue and the sample of the work: a review contains no time of labeling. */
interface WorkPlace {
  readonly user: string
  readonly queue: QueueName
  readonly sample: string
}

/** Keeps the times of work. */
export interface WorkTimesStore {
  readonly find: (place: WorkPlace) => WorkTimes | undefined
  readonly put: (place: WorkPlace, times: WorkTimes) => void
  readonly remove: (place: WorkPlace) => void
  /** The person's last activity on any page, in milliseconds since 1970; undefined before the first. */
  readonly lastActivity: (user: string) => number | undefined
  readonly noteActivity: (user: string, now: number) => void
}

/** The part of `Storage` that is used. */
export type KeyedTexts = Pick<Storage, "getItem" | "removeItem" | "setItem">

const prefix = "annotary.work"
/** No part of a key contains a line break. */
const formatKey = ({ queue, sample, user }: WorkPlace): string => [prefix, user, queue, sample].join("\n")
const formatActivityKey = (user: string): string => [prefix, user].join("\n")

/** The times in a storage of texts. One that fails is not used again: the page keeps the times itself then. */
export const makeWorkTimesStore = (openTexts: () => KeyedTexts): WorkTimesStore => {
  let texts = openOr(openTexts, makePageTexts)
  const use = <Result>(run: (from: KeyedTexts) => Result): Result => {
    try {
      return run(texts)
    } catch {
      // Switched off, or full.
      texts = makePageTexts()
      return run(texts)
    }
  }
  return {
    find: (place) => readTimes(use((from) => from.getItem(formatKey(place)))),
    put: (place, times) => use((to) => to.setItem(formatKey(place), JSON.stringify(times))),
    remove: (place) => use((from) => from.removeItem(formatKey(place))),
    lastActivity: (user) => Number(use((from) => from.getItem(formatActivityKey(user)))) || undefined,
    noteActivity: (user, now) => use((to) => to.setItem(formatActivityKey(user), String(now))),
  }
}

const openOr = (open: () => KeyedTexts, otherwise: () => KeyedTexts): KeyedTexts => {
  try {
    return open()
  } catch {
    return otherwise()
  }
}

const makePageTexts = (): KeyedTexts => {
  const texts = new Map<string, string>()
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  }
}

const readTimes = (text: string | null): WorkTimes | undefined => {
  if (text === null) return undefined
  const { active, claim, inactive }: Partial<Record<keyof WorkTimes, unknown>> = JSON.parse(text) ?? {}
  return typeof claim === "string" && typeof active === "number" && typeof inactive === "number"
    ? { claim, active, inactive }
    : undefined
}
