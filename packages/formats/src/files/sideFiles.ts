/** Files that systems leave beside those of a dataset. */

/**
 * Whether a system or a tool left the file there: hidden files, what macOS and Windows add to folders and archives, and indexes of network
 * storage. They belong to no dataset.
 */
export const isLeftBySystem = (path: string): boolean =>
  path.split("/").some((part) => /^\.(?!\.?$)/.test(part) || systemNames.has(part.toLowerCase()))

const systemNames: ReadonlySet<string> = new Set([
  "$recycle.bin",
  "@eadir",
  "__macosx",
  "desktop.ini",
  "ehthumbs.db",
  "icon\r",
  "system volume information",
  "thumbs.db",
])
