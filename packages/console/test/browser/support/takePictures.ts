import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { sizes } from "./pages.ts"

const folder = process.env.ANNOTARY_PICTURES

/** Takes pictures of the page in both schemes, wide and as on a phone, where the environment names a folder for them. */
export const takePictures = async (page: Page, name: string): Promise<void> => {
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  for (const size of ["phone", "wide"] as const)
    for (const colorScheme of ["dark", "light"] as const) {
      await page.setViewportSize(sizes[size])
      await page.emulateMedia({ colorScheme })
      await page.waitForSelector(`html[data-mantine-color-scheme=${colorScheme}]`)
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}-${size}.png`), fullPage: true })
    }
}

/** Takes a picture of the page as it is, where the environment names a folder for it. */
export const takePicture = async (page: Page, name: string): Promise<void> => {
  if (folder === undefined) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
