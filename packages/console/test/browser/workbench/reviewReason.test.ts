/** Reviewers see why a sample waits for them. */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { ofAnn, ofBen, openReview, toLabel } from "../support/adjudication.ts"
import { testBed } from "../support/bed.ts"
import { signedIn } from "../support/browser.ts"
import { makeDataset } from "../support/dataset.ts"
import { demandSoundEverywhere } from "../support/pages.ts"
import { shownSample } from "../support/workbench.ts"

const bed = testBed()
const shots = process.env.ANNOTARY_PICTURES

describe("the reason of a review", { timeout: 120_000 }, () => {
  it("is a category whose labels are all reviewed, where others are accepted at once", async () => {
    const { server } = bed
    const [labelerKey, reviewerKey] = [await server.person("lisa"), await server.person("rolf")]
    const dataset = await makeDataset(server, {
      name: "reasons",
      samples: 1,
      settings: { review_rate: 0, review_categories: [2] },
      collaborators: { lisa: "labeler", rolf: "reviewer" },
    })
    const [claim] = (await server.call(
      "POST",
      `/datasets/${dataset}/queue/labeling/claim/`,
      { count: 1 },
      labelerKey,
    )) as [{ claim_id: string }]
    await server.call(
      "POST",
      `/claims/${claim.claim_id}/submit/`,
      { attributes: toLabel([[2, 100, 100, 50]]) },
      labelerKey,
    )
    const visit = await signedIn(bed.browser, server, reviewerKey)
    const { page } = visit
    await page.goto(`${server.origin}/console/d/${dataset}/review`)
    await shownSample(page)
    const reason = page.getByRole("region", { name: "Why this label is reviewed" })
    await reason.getByText("It has objects of categories whose labels are all reviewed: person.").waitFor()
    expect(await reason.getByText("may have been drawn").count()).toBe(0)
    await demandSoundEverywhere(visit, async (name) => {
      if (shots === undefined) return
      mkdirSync(shots, { recursive: true })
      await page.screenshot({ path: join(shots, `review-reason-${name}.png`) })
    })
  })

  it("is too low an agreement, where labels that agree are merged", async () => {
    const { page, visit } = await openReview(bed, {
      name: "disputed",
      labels: [toLabel(ofAnn), toLabel(ofBen)],
      settings: { overlap_decision: "merge", overlap_threshold: 0.9 },
    })
    await shownSample(page)
    await page.getByText("A reviewer decides because the labels agree less than 90%.").waitFor()
    expect(await page.getByRole("region", { name: "Why this label is reviewed" }).count()).toBe(0)
    expect(visit.faults).toEqual([])
  })
})
