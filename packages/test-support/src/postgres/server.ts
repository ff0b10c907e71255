/** The Postgres server of a test run: the one from npm, or the one that `TEST_POSTGRES_URL` names. */
import { startOwnServer } from "./ownServer.ts"

export interface TestServer {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Settings for speed without durability, which no test of this server checks. */
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
