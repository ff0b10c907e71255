/** A state in which a page of the console can be: what tests of all pages open, check and compare. */
import type { Locator, Page } from "playwright-core"
import type { World } from "./world.ts"

/** Who looks at the page: an admin of the server with data, somebody with nothing, or nobody who is signed in. */
export type Who = "manager" | "newcomer" | "nobody"

export interface State {
  /** Names the state among those of its route: "full", "empty", "error", or the dialog that is open. */
  readonly name: string
  /** The address below `/console`. */
  readonly path: (world: World) => string
  /** What must be visible before the state is there: a text, or an element. */
  readonly ready: string | ((page: Page) => Locator)
  /** By default the manager. */
  readonly who?: Who
  /** Opens what the state shows, such as a dialog, once the page is there. `ready` is awaited after it. */
  readonly act?: (page: Page) => Promise<void>
  /**
   * Calls of the API that are refused: those of the page, or also those of its frame, such as the dataset's record. Answers of the
   * session always come.
   */
  readonly fails?: "page" | "frame"
}

/** The text of the problem that refused calls are answered with. */
export const refusal = "The test refuses this call."

/** The state of a page whose calls are refused. */
export const failing = (path: State["path"], fails: "page" | "frame" = "page"): State => ({
  name: "error",
  path,
  ready: refusal,
  fails,
})
