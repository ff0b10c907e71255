/** The browser of the tests: Debian's Chromium, or the one that `CHROMIUM` names. */
import { existsSync } from "node:fs"

/** The whole browser, as people have it. */
export const wholeChromium = (): string => process.env.CHROMIUM ?? "/usr/bin/chromium"

const withoutWindows = "/usr/bin/chromium-headless-shell"

/** The build without windows, where it is installed: the same engine, and the tests take little more than half the processor time. */
export const quickChromium = (): string =>
  process.env.CHROMIUM === undefined && existsSync(withoutWindows) ? withoutWindows : wholeChromium()
