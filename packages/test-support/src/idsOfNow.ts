/**
 * Fails a file whose tests made ids for a time in the future. Files of one worker share the generator of ids, and ids only
 * increase: a later file would get ids that are ahead of the clock, and its readers of events would wait for that time.
 */
import { decodeIdMillis, Ids } from "@annotary/core/effect"
import { Effect } from "effect"
import { afterAll } from "vitest"

/** The time of the next id. */
const readNextTime = (): number => decodeIdMillis(Effect.runSync(Ids).next(Date.now()))

/** A file before may have failed here already. */
const before = readNextTime()

afterAll(() => {
  const made = readNextTime()
  if (made > Math.max(before, Date.now()) + 1000)
    throw new Error(
      `A test of this file made ids for ${new Date(made).toISOString()}: set its clock to a time in the past.`,
    )
})
