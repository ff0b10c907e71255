/** The states of the workbench: what comes out of a queue, its dialogs, and a queue with nothing. */
import type { Page } from "playwright-core"
import { shownBitmap } from "../support/bitmap.ts"
import { failing, type State } from "./State.ts"

/** The image is there and has its place. */
const image = (page: Page) => page.locator("[role=application] img[style*=transform]")

/** Presses a key in the workbench once its image is there. */
const pressing = (key: string) => async (page: Page) => {
  await image(page).waitFor()
  await page.locator("[role=application]").focus()
  await page.keyboard.press(key)
}

/** The cloud is there. */
const points = (page: Page) => page.getByText(/\d points$/)

/** Presses keys in the workbench once its cloud and the images of its cameras are there. */
const pressingInCloud =
  (...keys: ReadonlyArray<string>) =>
  async (page: Page) => {
    await points(page).waitFor()
    await page.locator("[data-camera=right][data-loaded]").waitFor()
    // Keys that choose an object do nothing before the label is there.
    await page.getByRole("region", { name: "Objects" }).getByRole("listitem").first().waitFor()
    await page.getByRole("application").focus()
    for (const key of keys) await page.keyboard.press(key)
  }

/** Presses keys in the workbench once the points of its label are there. */
const pressingInPoints =
  (...keys: ReadonlyArray<string>) =>
  async (page: Page) => {
    await unassigned(page).waitFor()
    await page.getByRole("application").focus()
    for (const key of keys) await page.keyboard.press(key)
  }

/** Presses keys in the workbench once its cloud and its shapes are there. */
const pressingInShapes =
  (...keys: ReadonlyArray<string>) =>
  async (page: Page) => {
    await points(page).waitFor()
    await page.locator("[data-shape='1']").first().waitFor({ state: "attached" })
    await page.getByRole("application").focus()
    for (const key of keys) await page.keyboard.press(key)
  }

/** The number of points without an object. */
const unassigned = (page: Page) => page.locator("[data-unassigned]")

const label = () => "/d/admin/street/label"
const review = () => "/d/admin/street/review"
const cloud = () => "/d/admin/lidar/label"
const segmented = () => "/d/admin/segmented-cloud/label"

export const labeling: ReadonlyArray<State> = [
  { name: "full", path: label, ready: image },
  { name: "keys", path: label, act: pressing("?"), ready: "Shortcut set" },
  { name: "issue", path: label, act: pressing("i"), ready: "Describe the issue" },
  { name: "cloud", path: cloud, act: pressingInCloud(), ready: points },
  {
    name: "cloud-warning",
    path: cloud,
    act: async (page) => {
      await page.getByRole("region", { name: "Warnings" }).getByRole("listitem").first().waitFor()
      await pressingInCloud("n")(page)
    },
    ready: (page) => page.locator("[data-view=top] [data-handle=turn]"),
  },
  {
    name: "cloud-neighbors",
    path: cloud,
    act: pressingInCloud("o"),
    ready: (page) => page.getByText("2 of 2 neighboring frames"),
  },
  {
    name: "cloud-image-points",
    path: cloud,
    act: pressingInCloud("Shift+p"),
    ready: (page) => page.locator("[data-camera=front] canvas[data-points]"),
  },
  { name: "cloud-making", path: cloud, act: pressingInCloud("b"), ready: "Click a rear corner" },
  { name: "cloud-batch", path: cloud, act: pressingInCloud("Tab", "m"), ready: "Track 1 · car" },
  {
    name: "cloud-camera",
    path: cloud,
    act: async (page) => {
      await pressingInCloud("Tab")(page)
      await page.getByRole("button", { name: "Enlarge front" }).click()
    },
    ready: (page) => page.locator("[data-large] [data-camera=front][data-loaded]"),
  },
  {
    name: "sensors",
    path: () => "/d/admin/sensors/label",
    act: async (page) => {
      await points(page).waitFor()
      await page.locator("[data-camera=rear][data-loaded]").waitFor()
    },
    ready: (page) => page.getByRole("region", { name: "Sensors" }),
  },
  {
    name: "sensors-image",
    path: () => "/d/admin/sensors/label",
    act: async (page) => {
      await points(page).waitFor()
      await page.locator("[data-sensor=front]").click()
    },
    ready: (page) => page.locator("[data-camera=front][data-edited] [data-look]").first(),
  },
  {
    name: "cloud-failed",
    path: () => "/d/admin/broken-cloud/label",
    ready: "The point cloud could not be shown",
  },
  { name: "points", path: segmented, act: pressingInPoints("Tab"), ready: "1,500 points" },
  { name: "points-brush", path: segmented, act: pressingInPoints("b"), ready: "Hold Alt to erase." },
  {
    name: "points-unfit",
    path: () => "/d/admin/unfit-points/label",
    ready: "The label does not match the point cloud",
  },
  {
    name: "shapes",
    path: () => "/d/admin/crossing/label",
    act: pressingInShapes("Tab", "."),
    ready: "Vertex 1 of 4",
  },
  {
    name: "shapes-drawing",
    path: () => "/d/admin/crossing/label",
    act: pressingInShapes("Alt+p", "Enter", "Shift+w", "Enter", "Shift+d", "Enter", "s"),
    ready: (page) => page.locator("[data-cursor]"),
  },
  {
    name: "shapes-sequence",
    path: () => "/d/admin/road/label",
    act: async (page) => {
      await page.locator("[data-camera=left][data-loaded]").waitFor()
      await pressingInShapes("ArrowRight", "Tab")(page)
    },
    ready: (page) => page.locator("[data-camera=left] [data-shape='1'][data-look=selected]"),
  },
  {
    name: "bitmap-sequence",
    path: () => "/d/admin/painted/label",
    act: async (page) => {
      await shownBitmap(page)
      await page.getByRole("application").focus()
      for (const key of ["ArrowRight", "Tab"]) await page.keyboard.press(key)
      await shownBitmap(page)
    },
    ready: "2 of 3",
  },
  { name: "empty", path: () => "/d/admin/empty/label", ready: "Nothing is waiting for you" },
  failing(label, "frame"),
]

export const reviewing: ReadonlyArray<State> = [
  { name: "full", path: review, ready: image },
  { name: "reject", path: review, act: pressing("Control+Shift+Enter"), ready: "What is wrong?" },
  { name: "cloud", path: () => "/d/admin/lidar/review", ready: points },
  { name: "empty", path: () => "/d/admin/empty/review", ready: "Nothing is waiting for you" },
  failing(review, "frame"),
]
