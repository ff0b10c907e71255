/** The states of the workbench: what comes out of a queue, its dialogs, and a queue with nothing. */
import type { Page } from "playwright-core"
import { failing, type State } from "./State.ts"

/** The image is there and has its place. */
const image = (page: Page) => page.locator("[role=application] img[style*=transform]")

/** Presses a key in the workbench once its image is there. */
const pressing = (key: string) => async (page: Page) => {
  await image(page).waitFor()
  await page.locator("[role=application]").focus()
  await page.keyboard.press(key)
}

const label = () => "/d/admin/street/label"
const review = () => "/d/admin/street/review"

export const labeling: ReadonlyArray<State> = [
  { name: "full", path: label, ready: image },
  { name: "keys", path: label, act: pressing("?"), ready: "Keys of" },
  { name: "issue", path: label, act: pressing("i"), ready: "What is it about?" },
  { name: "empty", path: () => "/d/admin/empty/label", ready: "Nothing is waiting for you" },
  failing(label, "frame"),
]

export const reviewing: ReadonlyArray<State> = [
  { name: "full", path: review, ready: image },
  { name: "reject", path: review, act: pressing("Control+Shift+Enter"), ready: "What is wrong?" },
  { name: "empty", path: () => "/d/admin/empty/review", ready: "Nothing is waiting for you" },
  failing(review, "frame"),
]
