/** The door for authors of storage adapters: the ports' contract as a test suite, and the fixtures that it is written with. */
export * from "./contract/fixtures.ts"
export * from "./contract/storageContract.ts"
export * from "./contract/suite.ts"
