/** The count of finished work beside the daily goal of a dataset. */
import { QueryClient } from "@tanstack/react-query"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { makeApi } from "../../../src/api/client.ts"
import { countFinished, makeTodayQuery } from "../../../src/workbench/session/workToday.ts"

beforeEach(() => vi.useFakeTimers({ now: Date.parse("2026-11-20T23:30:00Z"), toFake: ["Date"] }))
afterEach(() => vi.useRealTimers())

describe("the work of today", () => {
  it.each([
    ["Asia/Tokyo", "2026-11-21"],
    ["America/Los_Angeles", "2026-11-20"],
  ])("is that of the day in the time zone of the dataset, %s", async (timeZone, start) => {
    const requested: Array<URL> = []
    const api = makeApi("http://localhost", async ({ url }) => {
      requested.push(new URL(url))
      const rows = [
        { person: "ann", submitted: 3, accepted: 1, rejected: 2 },
        { person: "bob", submitted: 9, accepted: 9, rejected: 9 },
      ]
      return Response.json({ rows })
    })
    const query = makeTodayQuery(api, { owner: "acme", dataset: "roads", timeZone }, "ann")
    const figures = await new QueryClient().fetchQuery(query)
    expect(requested.map(({ pathname }) => pathname)).toEqual(["/datasets/acme/roads/statistics/"])
    expect(Object.fromEntries(requested[0]?.searchParams ?? [])).toEqual({
      by: "person",
      user: "ann",
      start,
      time_zone: timeZone,
    })
    expect(countFinished("labeling", figures)).toBe(3)
    expect(countFinished("reviewing", figures)).toBe(3)
    expect(countFinished("labeling", null)).toBe(0)
  })
})
