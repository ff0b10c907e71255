import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { shownSample } from "../support/workbench.ts"

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

describe("two thousand polygons", { timeout: 120_000 }, () => {
  it("are panned without drawing one of them anew", async () => {
    const key = await bed.server.person("jane")
    const dataset = await makeDataset(bed.server, {
      name: "many",
      samples: 1,
      collaborators: { jane: "labeler" },
    })
    // The list of a dataset with one sample.
    const [sample] = (await bed.server.call("GET", `/datasets/${dataset}/samples/`)) as [{ uuid: string }]
    const annotations = Array.from({ length: 2000 }, (_, index) => polygon(index + 1))
    await bed.server.call("PUT", `/labels/${sample.uuid}/ground-truth/`, {
      label_status: "PRELABELED",
      attributes: { format_version: "0.1", annotations },
    })
    const { page } = await signedIn(bed.browser, bed.server, key)
    await page.goto(`${bed.server.origin}/console/d/${dataset}/label`)
    await shownSample(page)
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
            clientX: left + 300 + 120 * Math.sin(step / 20),
            clientY: top + 300,
            bubbles: true,
          }),
        )
      canvas.setPointerCapture = () => {}
      send("pointerdown", 0)
      const start = performance.now()
      let frame = 0
      for (; frame < 120; frame++) {
        await new Promise(requestAnimationFrame)
        send("pointermove", frame + 1)
      }
      const took = (performance.now() - start) / 1000
      send("pointerup", frame)
      await new Promise(requestAnimationFrame)
      return { changes: drawnAnew, moves: viewBoxes, frames: frame, seconds: took }
    })
    process.stdout.write(`2000 polygons, panned: ${(frames / seconds).toFixed(0)} frames a second\n`)
    expect(moves).toBeGreaterThan(100)
    expect(changes).toBe(0)
  })
})
