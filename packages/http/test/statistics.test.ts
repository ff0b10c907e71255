/** Figures of work: what the API answers is what a log that is kept outside says. */
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
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 9, 24, 7) })
})
afterEach(() => {
  vi.useRealTimers()
})

describe("the figures of work", () => {
  it.each([1, 2, 3])(
    "of generated days are those of the log, day %i",
    async (seed) => {
      const team = new Team(world, makeRandoms(seed), `day-${seed}`)
      await team.begin(12)
      for (let i = 0; i < 150; i++) await team.step()
      team.sleepUntil(Date.now() + 13 * 3_600_000)
      for (let i = 0; i < 50; i++) await team.step()
      assert.isAbove(team.log.length, 40)
      await demandFigures(team, ["UTC", "America/Los_Angeles"])
    },
    60_000,
  )

  it("of a short week are those of the log, with a category that is removed within it", async () => {
    const team = new Team(world, makeRandoms(8), "short-week")
    await team.begin(10)
    for (let day = 0; day < 7; day++) {
      if (day === 3) await team.removeCategory()
      for (let i = 0; i < 25; i++) await team.step()
      // The clocks of Berlin change on 25 October.
      team.sleepUntil(Date.UTC(2026, 9, 25 + day, 7))
    }
    await demandFigures(team, ["Europe/Berlin", "Asia/Kolkata"])
  }, 60_000)
})

describe("the statistics of a dataset", () => {
  const get = (query: string) =>
    world.call({ method: "GET", path: `/datasets/owner/plain/statistics/${query}` })
  beforeAll(async () => {
    const body = { name: "plain", category: "other", task_type: "vector", time_zone: "Asia/Tokyo" }
    await world.ok({ method: "POST", path: "/user/datasets/", body })
  })

  it("have the time zone of the dataset, and the last 30 days of it", async () => {
    vi.setSystemTime(Date.UTC(2026, 9, 24, 20))
    const { body } = await get("")
    assert.deepInclude(body as object, {
      time_zone: "Asia/Tokyo",
      start: "2026-09-25T15:00:00.000000Z",
      rows: [],
    })
    const days = await get(
      "?start=2026-10-01&end=2026-10-02T00:00:00Z&time_zone=America/New_York&by=day,category",
    )
    assert.deepInclude(days.body as object, {
      start: "2026-10-01T04:00:00.000000Z",
      end: "2026-10-02T00:00:00.000000Z",
      by: ["day", "category"],
    })
  })

  it("refuse what they do not understand, by the parameter's name", async () => {
    for (const [query, name] of [
      ["?time_zone=Europe/Nowhere", "time_zone"],
      ["?start=yesterday", "start"],
      ["?end=2026-02-31", "end"],
      ["?start=9999-01-01", "start"],
      ["?by=person,mood", "by"],
      ["?whom=lea", "whom"],
    ] as const) {
      const answer = await get(query)
      assert.strictEqual(answer.status, 400, query)
      assert.include(answer.text, name)
    }
    const change = { method: "PATCH", path: "/datasets/owner/plain/", body: { time_zone: "Mars/Olympus" } }
    const refused = await world.call(change)
    assert.strictEqual(refused.status, 400)
    assert.include(refused.text, "time_zone")
  })
})
