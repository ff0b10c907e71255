/** A week of a team of eight: every figure that the API answers is that of the log that the team keeps. */
import { makeRandoms } from "@annotary/test-support/random"
import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, it, vi } from "vitest"
import { demandFigures } from "./support/demandFigures.ts"
import { Team } from "./support/team.ts"
import { makeWorld, type World } from "./support/world.ts"

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 9, 19, 6) })
})
afterEach(() => {
  vi.useRealTimers()
})

describe("a week of a team of eight", () => {
  it.each([1, 2, 3, 4])(
    "has the figures of its log, week %i",
    async (seed) => {
      const team = new Team(world, makeRandoms(seed), `week-${seed}`)
      await team.begin(200)
      for (let day = 0; day < 7; day++) {
        if (day === 4) await team.removeCategory()
        for (let i = 0; i < 400; i++) await team.step()
        team.sleepUntil(Math.max(Date.now(), Date.UTC(2026, 9, 20 + day, 6)))
      }
      assert.isAbove(team.log.length, 500)
      await demandFigures(team, ["UTC", "Europe/Berlin", "America/St_Johns", "Pacific/Auckland"])
    },
    600_000,
  )
})
