/** Starts Postgres before the first test and stops it after the last; tests `inject("postgresUrl")`. */
import { randomUUID } from "node:crypto"
import type { TestProject } from "vitest/node"
import { startServer } from "./server.ts"

declare module "vitest" {
  export interface ProvidedContext {
    readonly postgresUrl: string
    /** Another text for each run of tests, so that what a run needs once is made once. */
    readonly testRun: string
  }
}

export default async (project: TestProject) => {
  const { stop, url } = await startServer()
  project.provide("postgresUrl", url)
  project.provide("testRun", randomUUID())
  project.onTestsRerun(() => project.provide("testRun", randomUUID()))
  return stop
}
