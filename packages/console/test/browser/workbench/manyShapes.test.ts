import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { isLong } from "../support/isLong.ts"
import { scriptClock, shownSample } from "../support/workbench.ts"

const bed = testBed()

/** A polygon with twenty vertices around a place that depends on its id. */
const polygon = (id: number) => {
  const [x, y] = [20 + ((id * 37) % 760), 20 + ((id * 91) % 460)]
  const points = Array.from({ length: 20 }, (_, vertex) => {
    const angle = (vertex / 20) * 2 * Math.PI
    return [x + 9 * Math.cos(angle), y + 7 * Math.sin(angle)]
  })
  return { id, category_id: 1 + (id % 2), type: "polygon", points, attributes: {} }
}

describe.each([{ shapes: 2000, zoomed: !isLong }, ...(isLong ? [{ shapes: 5000, zoomed: true }] : [])])(
  "$shapes polygons, zoomed in: $zoomed",
  { timeout: 180_000 },
  ({ shapes, zoomed }) => {
    it("are panned without drawing one of them anew", async () => {
      const user = `panner-${shapes}`
      const key = await bed.server.person(user)
      const dataset = await makeDataset(bed.server, {
        name: `many-${shapes}`,
        samples: 1,
        collaborators: { [user]: "labeler" },
      })
      // The list of a dataset with one sample.
      const [sample] = (await bed.server.call("GET", `/datasets/${dataset}/samples/`)) as [{ uuid: string }]
      const annotations = Array.from({ length: shapes }, (_, index) => polygon(index + 1))
      await bed.server.call("PUT", `/labels/${sample.uuid}/ground-truth/`, {
        label_status: "PRELABELED",
        attributes: { format_version: "0.1", annotations },
      })
      const { page } = await signedIn(bed.browser, bed.server, key)
      await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
      await shownSample(page)
      await page.locator("[role=application]").focus()
      for (let step = 0; zoomed && step < 10; step++) await page.keyboard.press("Equal")
      const script = await scriptClock(page)
      const before = await script()
      const { changes, frames, moves, seconds } = await page.evaluate(async () => {
        const canvas = document.querySelector("[role=application]")
        const svg = canvas?.querySelector("svg")
        if (canvas == null || svg == null) throw new Error("There is no canvas.")
        let drawnAnew = 0
        let viewBoxes = 0
        const observer = new MutationObserver((records) => {
          for (const { target } of records) target === svg ? viewBoxes++ : drawnAnew++
        })
        observer.observe(svg, { subtree: true, attributes: true, childList: true })
        const { left, top } = canvas.getBoundingClientRect()
        const send = (type: string, step: number) =>
          canvas.dispatchEvent(
            new PointerEvent(type, {
              pointerId: 1,
              button: 1,
              buttons: type === "pointerup" ? 0 : 4,
              clientX: left + 300 + 120 * Math.sin(step / 7),
              clientY: top + 300,
              bubbles: true,
            }),
          )
        canvas.setPointerCapture = () => {}
        send("pointerdown", 0)
        const start = performance.now()
        let frame = 0
        for (; frame < 12; frame++) {
          await new Promise(requestAnimationFrame)
          send("pointermove", frame + 1)
        }
        const took = (performance.now() - start) / 1000
        send("pointerup", frame)
        await new Promise(requestAnimationFrame)
        return { changes: drawnAnew, moves: viewBoxes, frames: frame, seconds: took }
      })
      const spent = ((await script()) - before) / frames
      process.stdout.write(
        `${shapes} polygons, ${zoomed ? "zoomed in" : "whole image"}, panned: ${(frames / seconds).toFixed(0)} frames a second, ${spent.toFixed(2)} ms of script a frame\n`,
      )
      // At 50 frames a second, a frame has 20 ms for all; how many there are depends on what else the machine does.
      expect(spent).toBeLessThan(4)
      expect(moves).toBeGreaterThan(8)
      expect(changes).toBe(0)
    })
  },
)
