import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { readBitmap, shownBitmap } from "../support/bitmap.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { isLong } from "../support/isLong.ts"
import { scriptClock, seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

/**
 * Presses and moves the pointer thirty times, or releases it. `nothing` sends the same events to an element that
 * nobody listens to: what the test itself costs.
 */
const send = (page: Page, stroke: number, part: "moves" | "release" | "nothing") =>
  page.evaluate(
    async ([index, which]) => {
      const canvas = document.querySelector("[role=application]")
      if (canvas === null) throw new Error("There is no canvas.")
      canvas.setPointerCapture = () => {}
      const target = which === "nothing" ? document.createElement("div") : canvas
      const { height, left, top, width } = canvas.getBoundingClientRect()
      const dispatch = (type: string, step: number) =>
        target.dispatchEvent(
          new PointerEvent(type, {
            pointerId: 1,
            clientX: left + width * (0.3 + 0.2 * Math.sin(index)) + 5 * step,
            clientY: top + height * (0.2 + ((index * 37) % 60) / 100) + 20 * Math.sin(step / 4),
            bubbles: true,
          }),
        )
      if (which !== "release") dispatch("pointerdown", 0)
      for (let step = 1; which !== "release" && step <= 30; step++) {
        await new Promise((resolve) => setTimeout(resolve, 2))
        dispatch("pointermove", step)
      }
      if (which === "release") dispatch("pointerup", 30)
      await new Promise((resolve) => setTimeout(resolve, 60))
    },
    [stroke, part] as const,
  )

const percentile = (values: ReadonlyArray<number>, share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

describe.runIf(isLong)("a bitmap of 12 megapixels", { timeout: 240_000 }, () => {
  it("takes a stroke of the brush in 16 ms of script, and is submitted without stopping the page", async () => {
    const key = await bed.server.person("jane")
    const dataset = await makeDataset(bed.server, {
      name: "large",
      samples: 2,
      image: (index) => `4000x3000-${index}`,
      settings: { task_type: "segmentation-bitmap-highres" },
      collaborators: { jane: "labeler" },
    })
    const [{ uuid: sample }] = (await bed.server.call("GET", `/datasets/${dataset}/samples/`)) as [
      { uuid: string },
    ]
    const { page } = await signedIn(bed.browser, bed.server, key)
    await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
    const first = await shownSample(page)
    await shownBitmap(page)
    await page.locator("[role=application]").focus()
    await page.keyboard.press("b")
    for (let wider = 0; wider < 10; wider++) await page.keyboard.press("]")
    const script = await scriptClock(page)
    const spentBy = async (run: () => Promise<unknown>) => {
      const before = await script()
      await run()
      return (await script()) - before
    }
    const moves: Array<number> = []
    const costs: Array<number> = []
    const ends: Array<number> = []
    for (let stroke = 0; stroke < 30; stroke++) {
      costs.push(await spentBy(() => send(page, stroke, "nothing")))
      moves.push(await spentBy(() => send(page, stroke, "moves")))
      ends.push(await spentBy(() => send(page, stroke, "release")))
    }
    await seesObjects(page, 1)
    // The first strokes compile what the others use.
    for (const times of [moves, ends, costs]) times.splice(0, 5)
    const cost = percentile(costs, 0.5)
    const strokes = moves.map((time) => Math.max(0, time - cost))
    // A frame of the screen has one event of the pointer.
    const frames = strokes.map((time) => time / 31)
    const figures = (times: ReadonlyArray<number>) =>
      `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`
    process.stdout.write(
      `Script of a stroke on 12 MP: a frame ${figures(frames)}; all 31 events ${figures(strokes)}, without the ${cost.toFixed(1)} ms of the test itself; its end, with the panels, ${figures(ends)}\n`,
    )
    expect(percentile(frames, 0.99)).toBeLessThan(16)
    expect(percentile(strokes, 0.5)).toBeLessThan(60)
    expect(percentile(ends, 0.5)).toBeLessThan(16)

    const beforeSubmit = await script()
    const start = performance.now()
    await page.keyboard.press("Control+Enter")
    await shownSample(page, first)
    const spent = (await script()) - beforeSubmit
    process.stdout.write(
      `Submitted after ${(performance.now() - start).toFixed(0)} ms, with ${spent.toFixed(0)} ms of script on the page\n`,
    )
    expect(spent).toBeLessThan(200)
    const { areas } = await readBitmap(bed.server, sample)
    expect(areas.get(1)).toBeGreaterThan(10_000)
  })
})
