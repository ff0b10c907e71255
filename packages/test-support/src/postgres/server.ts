/** A Postgres of the test run's own: the one from npm, or whatever `TEST_POSTGRES_URL` names. */
import { startOwnServer } from "./ownServer.ts"

export interface TestServer {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** What no test looks at is off: a power cut. Many schemas are made and many connections come and go. */
const quick = [
  "fsync=off",
  "synchronous_commit=off",
  "full_page_writes=off",
  "max_connections=300",
  "shared_buffers=256MB",
]

export const startServer = async (settings: ReadonlyArray<string> = quick): Promise<TestServer> => {
  const named = process.env["TEST_POSTGRES_URL"]
  if (named !== undefined && named !== "") return { url: named, stop: async () => {} }
  return await startOwnServer(settings)
}
