/** Starts Postgres before the first test and stops it after the last; tests `inject("postgresUrl")`. */
import type { TestProject } from "vitest/node"
import { startServer } from "./server.ts"

declare module "vitest" {
  export interface ProvidedContext {
    readonly postgresUrl: string
  }
}

export default async (project: TestProject) => {
  const { stop, url } = await startServer()
  project.provide("postgresUrl", url)
  return stop
}
