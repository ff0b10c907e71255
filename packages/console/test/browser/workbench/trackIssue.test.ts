/** An issue about a track: opened at an object of a sequence, and the way back to it. */
import { describe, expect, it } from "vitest"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { adminKey } from "../support/server.ts"
import { seesObjects, shownSample } from "../support/workbench.ts"

const bed = testBed()

describe("an issue about a track", { timeout: 120_000 }, () => {
  it("names the object and its frame, and its link leads there", async () => {
    const { browser, server } = bed
    const key = await server.person("jane")
    const dataset = await makeDataset(server, {
      name: "drive",
      samples: 0,
      settings: { task_type: "image-vector-sequence" },
      collaborators: { jane: "labeler" },
    })
    const frames = ["0", "1", "2"].map((name) => ({ image: { url: server.image(name) } }))
    // Cast: the record of the sample.
    const sample = (await server.call("POST", `/datasets/${dataset}/samples/`, {
      name: "crossing",
      attributes: { frames },
    })) as { readonly uuid: string }
    const box = (id: number, x: number) => ({
      id,
      track_id: id,
      category_id: 1,
      type: "bbox",
      is_keyframe: true,
      points: [
        [x, 100],
        [x + 100, 200],
      ],
    })
    await server.call("PUT", `/labels/${sample.uuid}/ground-truth/`, {
      label_status: "PRELABELED",
      attributes: {
        format_version: "0.2",
        frames: [0, 1, 2].map((frame) => ({ annotations: [box(7, 100 + 40 * frame), box(9, 500)] })),
      },
    })

    const labeler = await signedIn(browser, server, key)
    await labeler.page.goto(`${server.origin}/console/d/${dataset}/label`)
    await shownSample(labeler.page)
    await seesObjects(labeler.page, 2)
    await labeler.page.keyboard.press("ArrowRight")
    await labeler.page.keyboard.press("Tab")
    await labeler.page.keyboard.press("i")
    await labeler.page.getByLabel("Describe the issue").fill("This car turns, does it not?")
    await labeler.page.getByRole("button", { name: "Create issue" }).click()
    await labeler.page
      .getByRole("button", { name: /This car turns/ })
      .first()
      .waitFor()
    expect(await server.call("GET", `/datasets/${dataset}/issues/`)).toMatchObject([
      { anchor: { type: "track", trackNumber: 7, frame: 1 }, created_by: "jane" },
    ])

    const manager = await signedIn(browser, server, adminKey)
    await manager.page.goto(`${server.origin}/console/d/${dataset}/issues`)
    await manager.page.getByRole("link", { name: "Object, frame 2: show in crossing" }).click()
    await seesObjects(manager.page, 2)
    const chosen = manager.page.locator("section[aria-label=Objects] [aria-pressed=true]")
    await chosen.getByText("7").waitFor()
    await manager.page.getByText("2 of 3").waitFor()
    expect([...labeler.faults, ...manager.faults]).toEqual([])
  })
})
