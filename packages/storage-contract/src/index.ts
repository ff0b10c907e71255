/** The suites that every storage adapter passes, and the test data that they are written with. */
export * from "./fixtures.ts"
export { addQueue, take } from "./placing.ts"
export { addRichDataset } from "./richDataset.ts"
export * from "./storageContract.ts"
export * from "./suite.ts"
export * from "./webhooks/fixtures.ts"
export * from "./webhooks/webhookContract.ts"
