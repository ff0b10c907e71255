/** The entry point for hosts that need no format: it loads nothing else. */
export { isLeftBySystem } from "./files/sideFiles.ts"
export { makeTemporaryFolder, sweepTemporaryFolders, type TemporaryFolder } from "./files/temporaryFolders.ts"
