/**
 * A week of a team of eight: three label and review on pages, four over the API, and the owner looks: saves, skips, rejections, reloads, pauses, two tabs, a
 * category that is removed, reassignments and direct writes. Every figure is that of the log which the test keeps.
 */

import { makeRandoms } from "@annotary/test-support/random"
import type { Browser } from "playwright-core"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { startBrowser } from "../support/browser.ts"
import { isLong } from "../support/isLong.ts"
import { visit } from "../support/pages.ts"
import { ApiPerson, editAnnotations } from "../support/week/ApiPerson.ts"
import { Clock } from "../support/week/Clock.ts"
import { demandApi, demandPages } from "../support/week/demandViews.ts"
import { type EngineServer, startEngineServer } from "../support/week/engineServer.ts"
import { PagePerson } from "../support/week/PagePerson.ts"
import { pauseSeconds, Week } from "../support/week/Week.ts"

const hour = 3_600_000
const minute = 60_000
const day = 24 * hour
/** A Monday; the clocks of Berlin change on its Sunday. */
const monday = Date.UTC(2026, 9, 19)
const samples = 150
/** The whole week in long runs. A category is removed on Thursday, the fourth day. */
const days = isLong ? 7 : 4

const roles = {
  lea: "labeler",
  lou: "labeler",
  liv: "labeler",
  len: "labeler",
  rob: "reviewer",
  ria: "reviewer",
  mia: "manager",
} as const

let clock: Clock
let server: EngineServer
let browser: Browser

beforeAll(async () => {
  clock = new Clock(monday + 6 * hour)
  server = await startEngineServer()
  browser = await startBrowser()
}, 120_000)

afterAll(async () => {
  await browser?.close()
  await server?.stop()
  clock?.stop()
})

const makeWeek = async (): Promise<{ readonly week: Week; readonly keys: ReadonlyMap<string, string> }> => {
  const week = new Week(server, clock, makeRandoms(26))
  await server.call("POST", "/user/datasets/", {
    name: "week",
    category: "other",
    task_type: "vector",
    task_attributes: week.configuration,
    enable_save_button: true,
    enable_skip_labeling: true,
    enable_skip_reviewing: true,
    on_empty_label: "warn",
    on_open_issues: "warn",
    labeling_inactivity_timeout_seconds: pauseSeconds,
  })
  const keys = new Map<string, string>()
  for (const [user, role] of Object.entries(roles)) {
    keys.set(user, await server.person(user))
    await server.call("POST", `${week.path}/collaborators/`, { user, role })
  }
  const bodies = Array.from({ length: samples }, (_, index) => ({
    name: `image-${String(index).padStart(3, "0")}`,
    attributes: { image: { url: server.image(String(index)) } },
  }))
  await server.call("POST", `${week.path}/samples_bulk/`, bodies)
  return { week, keys }
}

/** Samples by name. */
const readSamples = async (week: Week): Promise<ReadonlyArray<{ uuid: string; name: string }>> =>
  // Cast: the answer of the API.
  (await server.call("GET", `${week.path}/samples/?per_page=1000`)) as ReadonlyArray<{
    uuid: string
    name: string
  }>

/** The manager gives samples to others, and writes labels directly of samples that nobody has open. */
const manage = async (week: Week, key: string, free: (name: string) => boolean): Promise<void> => {
  const all = await readSamples(week)
  for (let i = 0; i < 3; i++) {
    await clock.move(minute)
    const { uuid } = week.pick(all)
    const body = { assigned_labeler: week.pick(["lea", "liv", null]), priority: week.below(3) }
    await server.call("PATCH", `/samples/${uuid}/`, body, key)
  }
  const { name, uuid } = week.pick(all.filter((sample) => free(sample.name)))
  await clock.move(minute)
  // Cast: the answer of the API, where a sample without a label has null.
  const label = (await server
    .call("GET", `/labels/${uuid}/ground-truth/`, undefined, key)
    .catch(() => null)) as {
    readonly attributes: { readonly annotations: Parameters<typeof editAnnotations>[0] } | null
  } | null
  const edits = week.pickEdits(name)
  const annotations = editAnnotations(label?.attributes?.annotations ?? [], edits)
  const body = { label_status: "PRELABELED", attributes: { format_version: "0.1", annotations } }
  await server.call("PUT", `/labels/${uuid}/ground-truth/`, body, key)
  week.noteWrite("mia", name, edits)
}

describe("a week of a team of eight", { timeout: 900_000 }, () => {
  it("has the figures of its log on every page, in the API and in its CSV", async () => {
    const { keys, week } = await makeWeek()
    const keyOf = (name: string): string => keys.get(name) ?? ""
    const inBrowser = async (name: string, queue: "labeling" | "reviewing", timezoneId: string) => {
      const visited = await visit(browser, { timezoneId })
      return new PagePerson(week, name, visited, queue, keyOf(name))
    }
    const lea = await inBrowser("lea", "labeling", "Europe/Berlin")
    const lou = await inBrowser("lou", "labeling", "America/Los_Angeles")
    const rob = await inBrowser("rob", "reviewing", "Asia/Kolkata")
    const onPages = [lea, lou, rob]
    const liv = new ApiPerson(week, "liv", keyOf("liv"), false)
    const len = new ApiPerson(week, "len", keyOf("len"), true)
    const ria = new ApiPerson(week, "ria", keyOf("ria"), true)
    const mia = new ApiPerson(week, "mia", keyOf("mia"), false)

    for (let weekday = 0; weekday < days; weekday++) {
      await clock.moveTo(monday + weekday * day + 7 * hour)
      if (weekday === 3) await week.removeCategory(3)
      await mia.work("labeling", "submit")

      // A morning of saves, a reload, a pause, another tab and a skip.
      assert.isTrue(await lea.begin())
      await lea.edit(week.pickEdits(lea.sample, 2), 20_000)
      await lea.send("save", 15_000)
      await lea.edit(week.pickEdits(lea.sample, 1), 31_000)
      if (weekday % 2 === 0) await lea.reload(9_000)
      else await lea.changeTab(12_000)
      await lea.rest(6 * minute)
      await lea.send("submit", 4_000)
      await lea.send("skip", 7_000)
      await lea.edit(week.pickEdits(lea.sample, 1), pauseSeconds * 1000)
      await lea.send("submit", 2_500)

      for (let i = 0; i < 3; i++) await liv.work("labeling", "submit", week.below(3))
      await liv.work("labeling", "skip")
      await len.work("labeling", "submit", 2)
      await manage(
        week,
        keyOf("mia"),
        (name) => week.findLabel(name).labeler === null && /[5-9]$/.test(name) && /1[0-4]\d$/.test(name),
      )

      // Reviews: an acceptance after a save with a correction, a rejection, a skip.
      await clock.moveTo(monday + weekday * day + 14 * hour)
      assert.isTrue(await rob.begin())
      await rob.edit(week.pickEdits(rob.sample, 1), 40_000)
      await rob.send("save", 10_000)
      await rob.send("accept", 20_000)
      await rob.send("reject", 35_000)
      if (weekday % 3 === 0) await rob.send("skip", 5_000)
      await ria.work("reviewing", "reject", 1)
      await ria.work("reviewing", "accept")

      // An evening in Los Angeles, which is another day in Europe.
      await clock.moveTo(monday + weekday * day + 22.5 * hour)
      assert.isTrue(await lou.begin())
      for (let i = 0; i < 2; i++) {
        await lou.edit(week.pickEdits(lou.sample, 1), 12_000 + week.below(20_000))
        await lou.send("submit", 1_000 + week.below(9_000))
      }
      await liv.work("labeling", "submit")
      await demandApi(week, ["UTC"])
    }
    assert.isAbove(week.log.length, 17 * days)
    assert.deepStrictEqual(
      onPages.map(({ faults }) => faults),
      [[], [], []],
    )
    await demandApi(week, ["UTC", "Europe/Berlin", "America/Los_Angeles", "Asia/Kolkata"])
    await demandPages(browser, week, { key: server.adminKey, timeZone: "Europe/Berlin" })
    await demandPages(browser, week, { key: keyOf("mia"), timeZone: "America/Los_Angeles" })
  })
})
