/** Postgres servers for tests and benchmarks. */
export * from "./embeddedServer.ts"
export * from "./server.ts"
