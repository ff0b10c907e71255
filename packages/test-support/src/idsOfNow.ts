/**
 * Fails a file whose tests made ids of a time to come. Files of one worker share the generator of ids, and ids only increase: a
 * later file would get ids that are ahead of the clock, and its readers of events would wait for that time.
 */
import { Ids } from "@annotary/core/effect"
import { Effect } from "effect"
import { afterAll } from "vitest"

afterAll(() => {
  const now = Date.now()
  const id = Effect.runSync(Ids).next(now)
  const made = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  if (made > now + 1000)
    throw new Error(
      `A test of this file made ids for ${new Date(made).toISOString()}: set its clock to a time in the past.`,
    )
})
