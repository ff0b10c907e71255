/** Suites that the SQL storages run in addition to the contract. */

export * from "./archives.ts"
export * from "./configurationChanges.ts"
export * from "./goldQueue.ts"
export * from "./identityRaces.ts"
export * from "./keptRows.ts"
export * from "./labelIndex.ts"
export * from "./migrationSuite.ts"
export * from "./overlapEvents.ts"
export * from "./releasedDrive.ts"
export * from "./reusedStorages.ts"
export * from "./undoneWork.ts"
