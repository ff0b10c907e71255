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

describe("the time of work", () => {
  const claim = async (dataset: string): Promise<string> => {
    const { call, ok } = world
    const body = { name: dataset, category: "other", task_type: "vector", enable_save_button: true }
    await ok({ method: "POST", path: "/user/datasets/", body })
    const sample = { name: "a", attributes: { image: { url: "https://x.test/a.png" } } }
    await ok({ method: "POST", path: `/datasets/owner/${dataset}/samples/`, body: sample })
    const claimed = await call({
      method: "POST",
      path: `/datasets/owner/${dataset}/queue/labeling/claim/`,
      body: { lease_seconds: 3600 },
    })
    return claimed.textAt("0.claim_id")
  }
  let datasets = 0

  /** Saves 20 seconds after the claim and submits 40 seconds later. Answers the times of the two workunits. */
  const work = async (saved: object, submitted: object): Promise<ReadonlyArray<unknown>> => {
    datasets += 1
    const id = await claim(`times-${datasets}`)
    const send = async (action: string, millis: number, times: object, x: number) => {
      // Instants of the server are at most two milliseconds ahead of a clock that stands still.
      vi.setSystemTime(Date.now() + millis + 5)
      const points = [
        [x, 0],
        [x + 1, 1],
      ] as const
      const annotations = [{ id: 1, category_id: 1, type: "bbox", points }]
      const body = { attributes: { format_version: "0.1", annotations }, ...times }
      const { body: answer } = await world.ok({ method: "POST", path: `/claims/${id}/${action}/`, body })
      // Cast: the answer of work.
      const { workunit } = answer as { workunit: { time: number; inactive_time: number } }
      return [workunit.time, workunit.inactive_time]
    }
    return [...(await send("save", 20_000, saved, 1)), ...(await send("submit", 40_000, submitted, 2))]
  }

  it.each([
    [
      "since the previous work are kept as they are",
      { time: 15_000, inactive_time: 5_000, time_since: "previous" },
      { time: 30_000, inactive_time: 10_000, time_since: "previous" },
      [15_000, 5_000, 30_000, 10_000],
    ],
    [
      "since the claim are those since the previous work, less its times",
      { time: 15_000, inactive_time: 5_000, time_since: "claim" },
      { time: 45_000, inactive_time: 15_000, time_since: "claim" },
      [15_000, 5_000, 30_000, 10_000],
    ],
    [
      "since the claim may be shorter than what has passed since the previous work",
      { time: 15_000, inactive_time: 0, time_since: "claim" },
      { time: 18_000, inactive_time: 0, time_since: "claim" },
      [15_000, 0, 3_000, 0],
    ],
    [
      "without a beginning count from the claim where they are too long for anything else",
      { time: 15_000, inactive_time: 5_000 },
      { time: 45_000, inactive_time: 15_000 },
      [15_000, 5_000, 30_000, 10_000],
    ],
    [
      "without a beginning count from the previous work otherwise",
      { time: 15_000, inactive_time: 5_000 },
      { time: 12_000, inactive_time: 0 },
      [15_000, 5_000, 12_000, 0],
    ],
    [
      "are never longer than what has passed",
      { time: 60_000, inactive_time: 60_000, time_since: "previous" },
      { time: 30_000, inactive_time: 3_600_000, time_since: "previous" },
      [20_005, 0, 30_000, 10_005],
    ],
  ])("that is reported: times %s", async (_name, saved, submitted, expected) => {
    const measured = await work(saved, submitted)
    for (const [index, millis] of expected.entries()) assert.closeTo(Number(measured[index]), millis, 2)
    const path = `/datasets/owner/times-${datasets}`
    // Statistics end at the instant of the request, and those of the work are up to two milliseconds ahead of this clock.
    vi.setSystemTime(Date.now() + 5)
    const { rows } = (await world.ok({ method: "GET", path: `${path}/statistics/?by=person` })).body as {
      rows: ReadonlyArray<{ time: number; inactive_time: number }>
    }
    const stats = await world.ok({ method: "GET", path: `${path}/queue/stats/` })
    const sums = {
      time: Number(measured[0]) + Number(measured[2]),
      inactive: Number(measured[1]) + Number(measured[3]),
    }
    assert.deepInclude(rows[0], { time: sums.time, inactive_time: sums.inactive })
    assert.strictEqual(stats.at("people.0.time"), sums.time)
    assert.strictEqual(stats.at("people.0.inactive_time"), sums.inactive)
  })

  it("has a beginning that is claim or previous", async () => {
    const id = await claim("times-odd")
    const body = { time: 1, time_since: "yesterday" }
    const answer = await world.call({ method: "POST", path: `/claims/${id}/save/`, body })
    assert.strictEqual(answer.status, 400)
    assert.include(answer.text, "/time_since")
  })
})
