/** The states of the pages of datasets. */
import type { Page } from "playwright-core"
import { failing, type State } from "./State.ts"
import type { World } from "./world.ts"

/** An address in the dataset that has everything. */
const street = (rest: string) => () => `/d/admin/street${rest}`
/** An address in the dataset that has nothing. */
const empty = (rest: string) => () => `/d/admin/empty${rest}`

export const datasets: ReadonlyArray<State> = [
  { name: "full", path: () => "/datasets", ready: "admin/street" },
  {
    name: "empty",
    who: "newcomer",
    path: () => "/datasets",
    ready: (page) =>
      page
        .getByRole("main")
        .getByRole("link", { name: /dataset/i })
        .first(),
  },
  failing(() => "/datasets"),
]

export const newDataset: ReadonlyArray<State> = [
  {
    name: "full",
    path: () => "/new-dataset",
    ready: (page) => page.getByRole("button", { name: "Create dataset" }),
  },
  failing(() => "/new-dataset", "frame"),
]

export const overview: ReadonlyArray<State> = [
  { name: "full", path: street(""), ready: "Unlabeled" },
  { name: "empty", path: empty(""), ready: "admin/empty" },
  { name: "not-found", path: () => "/d/admin/none", ready: "Not found" },
  { name: "no-address", path: () => "/nothing/here", ready: "Not found" },
  failing(street(""), "frame"),
]

const configure = (view: string) => street(`/configuration?view=${view}`)

export const configuration: ReadonlyArray<State> = [
  { name: "full", path: configure("form"), ready: "What labelers see" },
  { name: "json", path: configure("json"), ready: (page) => page.locator(".cm-line").nth(3) },
  { name: "history", path: configure("history"), ready: "History" },
  {
    name: "impact",
    path: configure("form"),
    act: async (page) => {
      await page.getByRole("button", { name: "Add category" }).click()
      await page.getByRole("textbox", { name: "Name", exact: true }).fill("bicycle")
      await page.getByRole("button", { name: "Review and save" }).click()
    },
    ready: (page) => page.getByRole("dialog").getByRole("button", { name: "Save", exact: true }),
  },
  { name: "empty", path: empty("/configuration"), ready: "Add category" },
  failing(street("/configuration")),
]

/** Selects all samples, and opens the dialog of a button. */
const inBulk = (name: string) => async (page: Page) => {
  await page.getByRole("checkbox", { name: "Select all matching samples" }).check()
  await page.getByRole("button", { name, exact: true }).click()
}

export const samples: ReadonlyArray<State> = [
  { name: "full", path: street("/samples?sort=name"), ready: "image-000" },
  { name: "empty", path: empty("/samples"), ready: "This dataset has no samples yet." },
  { name: "filtered", path: street("/samples?name=zzz"), ready: "No samples match these filters." },
  {
    name: "edit",
    path: street("/samples?sort=name"),
    act: inBulk("Edit"),
    ready: (page) => page.getByRole("dialog").getByRole("button", { name: "Apply" }),
  },
  { name: "delete", path: street("/samples?sort=name"), act: inBulk("Delete"), ready: "to confirm" },
  failing(street("/samples")),
]

export const sample: ReadonlyArray<State> = [
  {
    name: "full",
    path: (world) => `/d/admin/street/samples/${world.sample}`,
    ready: (page) => page.locator("[role=application] img[style*=transform]"),
  },
  {
    name: "cloud",
    path: (world) => `/d/admin/lidar/samples/${world.cloud}`,
    ready: (page) => page.getByText(/\d points$/),
  },
  failing((world) => `/d/admin/street/samples/${world.sample}`, "frame"),
]

export const imports: ReadonlyArray<State> = [
  { name: "empty", path: empty("/import"), ready: "No imports yet." },
  failing(street("/import")),
]

export const exports: ReadonlyArray<State> = [
  { name: "empty", path: empty("/exports"), ready: "No exports yet." },
  failing(street("/exports")),
]

export const releases: ReadonlyArray<State> = [
  { name: "full", path: street("/releases"), ready: "annotary verify" },
  { name: "empty", path: empty("/releases"), ready: "No releases yet." },
  {
    name: "delete",
    path: street("/releases"),
    act: (page) => page.getByRole("button", { name: "Delete" }).first().click(),
    ready: "to confirm",
  },
  failing(street("/releases")),
]

export const diff: ReadonlyArray<State> = [
  { name: "full", path: street("/releases/v1/diff/v2"), ready: "sample changed" },
  { name: "empty", path: street("/releases/v1/diff/v1"), ready: "The two releases are identical." },
  failing(street("/releases/v1/diff/v2")),
]

export const audits: ReadonlyArray<State> = [
  { name: "full", path: () => "/d/admin/audited/releases/v1/audits", ready: "Audit 1" },
  { name: "empty", path: street("/releases/v1/audits"), ready: "No audits of this release yet." },
  {
    name: "new",
    path: street("/releases/v1/audits"),
    act: (page) => page.getByRole("button", { name: "Start audit" }).click(),
    ready: (page) => page.getByRole("dialog").getByRole("button", { name: "Start", exact: true }),
  },
  failing(street("/releases/v1/audits")),
]

const audited = (world: World) => `/d/admin/audited/releases/v1/audits/${world.audit}`

export const audit: ReadonlyArray<State> = [
  { name: "full", path: audited, ready: (page) => page.locator("canvas") },
  {
    name: "failed",
    path: (world) => `/d/admin/blind/releases/v1/audits/${world.failedAudit}`,
    ready: "Nothing was drawn",
  },
  {
    name: "objects",
    path: (world) => `/d/admin/blind/releases/v1/audits/${world.objectAudit}`,
    ready: "Objects drawn",
  },
  {
    name: "close",
    path: audited,
    act: (page) =>
      page
        .getByRole("button", { name: /^Close draw/ })
        .first()
        .click(),
    ready: (page) => page.getByRole("dialog").getByLabel("Reason"),
  },
  failing(audited),
]

/** The admin has made the labels of one audit, and none of the other. */
export const checkDraw: ReadonlyArray<State> = [
  {
    name: "full",
    path: (world) => `/d/admin/blind/releases/v1/audits/${world.blindAudit}/check`,
    act: async (page) => {
      await page.locator("[role=application] img[style*=transform]").waitFor()
      await page.keyboard.press("Alt+Digit3")
    },
    ready: (page) => page.getByRole("button", { name: "Submit 1 error" }),
  },
  {
    name: "object",
    path: (world) => `/d/admin/blind/releases/v1/audits/${world.objectAudit}/check`,
    act: (page) => page.locator("svg [data-selected]").first().waitFor(),
    ready: "Show the object",
  },
  { name: "empty", path: (world) => `${audited(world)}/check`, ready: "Nothing left for you to check" },
  failing((world) => `${audited(world)}/check`, "frame"),
]

export const queue: ReadonlyArray<State> = [
  { name: "full", path: street("/queue"), ready: "Next samples" },
  { name: "empty", path: empty("/queue"), ready: "No samples are waiting in this queue." },
  failing(street("/queue")),
]

export const issues: ReadonlyArray<State> = [
  { name: "full", path: street("/issues?status=all"), ready: "The image is too dark." },
  { name: "empty", path: empty("/issues"), ready: "No issues yet." },
  failing(street("/issues")),
]

export const quality: ReadonlyArray<State> = [
  {
    name: "full",
    path: street("/quality"),
    act: (page) => page.getByRole("button", { name: "Check all labels" }).click(),
    ready: (page) => page.getByText(/labels? (was|were) checked/),
  },
  { name: "empty", path: empty("/quality"), ready: "The most recent checks found no warnings." },
  failing(street("/quality")),
]

export const agreement: ReadonlyArray<State> = [
  {
    name: "full",
    path: () => "/d/admin/overlap/agreement",
    ready: (page) => page.getByRole("table", { name: "Who agrees with whom" }),
  },
  { name: "empty", path: empty("/agreement"), ready: "No sample has been labeled by several people yet." },
  failing(street("/agreement")),
]

export const gold: ReadonlyArray<State> = [
  {
    name: "full",
    path: () => "/d/admin/gold/gold",
    ready: (page) => page.getByRole("row", { name: /^greta 2 1 50%/ }),
  },
  {
    name: "answers",
    path: () => "/d/admin/gold/gold",
    act: (page) => page.getByRole("button", { name: "Answers to" }).first().click(),
    ready: (page) => page.getByRole("dialog").getByRole("row", { name: /^greta/ }),
  },
  { name: "empty", path: empty("/gold"), ready: "No gold samples yet" },
  failing(street("/gold")),
]

export const knownLabel: ReadonlyArray<State> = [
  {
    name: "full",
    path: (world) => `/d/admin/gold/samples/${world.goldSample}/gold`,
    ready: (page) => page.getByRole("button", { name: "Return to labeling" }),
  },
  {
    name: "empty",
    path: (world) => `/d/admin/gold/samples/${world.unlabeledSample}/gold`,
    ready: "Saving makes this a gold sample, if nobody has begun to label it.",
  },
  {
    name: "return",
    path: (world) => `/d/admin/gold/samples/${world.goldSample}/gold`,
    act: (page) => page.getByRole("button", { name: "Return to labeling" }).click(),
    ready: (page) => page.getByRole("dialog").getByText("Results so far stay"),
  },
  failing((world) => `/d/admin/gold/samples/${world.goldSample}/gold`, "frame"),
]

const setting = (view: string) => street(`/settings?view=${view}`)

export const settings: ReadonlyArray<State> = [
  { name: "full", path: setting("general"), ready: (page) => page.getByRole("textbox", { name: "Readme" }) },
  {
    name: "workflow",
    path: setting("workflow"),
    ready: (page) => page.getByRole("switch", { name: "Save button" }),
  },
  {
    name: "people",
    path: setting("people"),
    ready: (page) => page.getByRole("heading", { level: 2 }).first(),
  },
  {
    name: "danger",
    path: setting("danger"),
    ready: (page) => page.getByRole("heading", { level: 2 }).first(),
  },
  failing(setting("people")),
  { ...failing(setting("general"), "frame"), name: "not-loaded" },
]
