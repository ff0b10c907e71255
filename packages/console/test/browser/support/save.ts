/** Saving in the workbench. */
import type { Page } from "playwright-core"

/** Saves with the key, waits until the page takes the next action, and returns what was sent. Throws where the server refused it. */
export const save = async (page: Page): Promise<string> => {
  const answered = page.waitForResponse((response) => response.url().endsWith("/save/"))
  await page.keyboard.press("Control+s")
  const response = await answered
  if (response.status() !== 200) throw new Error(`${response.status()} ${await response.text()}`)
  // While the page takes the answer in, it ignores the key.
  await page.locator("button[data-loading]").waitFor({ state: "detached" })
  return response.request().postData() ?? ""
}
