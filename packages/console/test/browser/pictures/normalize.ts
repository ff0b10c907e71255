/** Makes a page look the same in every run: what differs from run to run gets a fixed text. */
import type { Page } from "playwright-core"

/** Texts that differ from run to run, and what stands in their place. The order counts. */
const replacements: ReadonlyArray<readonly [pattern: string, text: string]> = [
  ["[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "00000000-0000-0000-0000-000000000000"],
  ["\\b[0-9a-f]{64}\\b", "0".repeat(64)],
  ["(127\\.0\\.0\\.1|localhost):\\d+", "127.0.0.1:4190"],
  ["ann_[0-9A-Za-z]{8}\\b", "ann_00000000"],
  ["(whsec_|v1,)[0-9A-Za-z+/=]+", "$1…"],
  ["\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z?", "2026-01-15T12:00:00Z"],
  ["[A-Z][a-z]{2}, \\d\\d [A-Z][a-z]{2} \\d{4} [\\d:]{8} GMT", "Thu, 15 Jan 2026 12:00:00 GMT"],
  ["\\b1[789]\\d{8}\\b", "1768478400"],
  ["\\d+ ms\\b", "10 ms"],
  ["\\d+ min left", "14 min left"],
  ["\\d+(\\.\\d+)? (kB|B)\\b", "1 kB"],
  ["(msg|evt|req)_[0-9A-Za-z]+", "$1_0"],
]

/** Fixes the texts of a page, and hides secrets. The page must not draw anew afterwards. */
export const normalize = (page: Page): Promise<void> =>
  page.evaluate((pairs) => {
    const fixed = (text: string) =>
      pairs.reduce((made, [pattern, instead]) => made.replace(new RegExp(pattern, "g"), instead), text)
    for (const time of document.querySelectorAll("time")) time.textContent = "1 hour ago"
    for (const secret of document.querySelectorAll("[data-secret]")) secret.textContent = "secret"
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = fixed(node.nodeValue ?? "")
      if (text !== node.nodeValue) node.nodeValue = text
    }
    for (const input of document.querySelectorAll<HTMLInputElement>("input, textarea"))
      if (input.type === "datetime-local" || input.type === "date") input.value = ""
      else if (["text", "textarea", "url"].includes(input.type)) input.value = fixed(input.value)
  }, replacements)
