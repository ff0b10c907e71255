/**
 * Writes databases as the server of a checkout leaves them, small and with rows of all kinds: what upgrades are tested
 * with. Run once for each schema that was released, on a built checkout of that release:
 *
 *     node packages/server/test/released/write.mjs CHECKOUT
 *
 * For each database, beside this script and named by the last migration:
 * - `NUMBER.sqlite.tar.gz`, `NUMBER.postgres.tar.gz`: the server's backup, with its files;
 * - `NUMBER.sqlite.json.gz`, `NUMBER.postgres.json.gz`: the sums of the archives of its datasets, and what it answered.
 *
 * The fixtures of schema 18, which are older than backups, are in `test/released` of the database packages.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { gunzipSync, gzipSync } from "node:zlib"
import {
  addCleanup,
  adminKey,
  check,
  checkout,
  makeTemporaryFolder,
  run,
  runAnnotary,
  startPostgres,
  startServer,
} from "../../../acceptance/dist/support.js"
import { answersOf } from "./answers.mjs"
import { apiOf } from "./api.mjs"
import { leavePending, populate } from "./populate.mjs"

const here = dirname(fileURLToPath(import.meta.url))

const schema = readdirSync(join(checkout, "packages/storage-sql/src/migrations"))
  .filter((name) => /^\d{4}_/.test(name))
  .map((name) => name.slice(0, 4))
  .sort()
  .at(-1)

/** The public URL that answers contain. Nothing listens there. */
const publicUrl = "https://labels.example"

/** Answers its URL. */
const startReceiver = async () => {
  const { receive } = await import("./webhooks.mjs")
  const receiver = createServer(receive)
  await new Promise((listening) => receiver.listen(0, "127.0.0.1", listening))
  addCleanup(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  return `http://127.0.0.1:${receiver.address().port}`
}

const done = async (words, settings) => {
  const { code, stderr, stdout } = await runAnnotary([...words, "--json"], settings)
  if (code !== 0) throw new Error(`${words.join(" ")}: ${stderr}`)
  return JSON.parse(stdout)
}

/** The sums of a dataset's archive; null for one that cannot be archived now. */
const sumsOf = async (dataset, settings) => {
  const out = join(makeTemporaryFolder(), "dataset.annotary.tar.gz")
  try {
    await done(["archive", dataset, out], settings)
  } catch (error) {
    if (error.message.includes("configuration_changing")) return null
    throw error
  }
  // The last entry, between its header and the zeros at the end of the tar.
  const tar = gunzipSync(readFileSync(out)).toString("latin1")
  const end = tar.slice(tar.lastIndexOf("end.json"))
  return JSON.parse(end.slice(end.indexOf("{"), end.lastIndexOf("}") + 1))
}

const write = async (storage, settings) => {
  const common = { ANNOTARY_PUBLIC_URL: publicUrl, ANNOTARY_WEBHOOK_ALLOW: "127.0.0.0/8", ...settings }
  const server = await startServer(common)
  const ann = await populate(server, await startReceiver())
  // Killed, so that a delivery is in flight.
  await server.stop("SIGKILL")
  const rest = await startServer({ ...server.settings, ANNOTARY_ROLES: "api" })
  await leavePending(rest, ann)
  const answers = await answersOf(apiOf(rest).call)
  await rest.stop()

  const name = `${schema}.${storage}`
  const backup = join(here, `${name}.tar.gz`)
  rmSync(backup, { force: true })
  await done(["backup", backup], server.settings)
  const archives = {}
  for (const { owner, name } of await done(["dataset", "list"], server.settings)) {
    const dataset = `${owner.username ?? owner}/${name}`
    archives[dataset] = await sumsOf(dataset, server.settings)
  }
  const keys = { admin: adminKey, ann: ann.Authorization.replace("APIKey ", "") }
  writeFileSync(
    join(here, `${name}.json.gz`),
    gzipSync(JSON.stringify({ publicUrl, keys, archives, answers })),
  )
  check(`${name} is written`, true, `${Object.keys(archives).length} datasets`)
}

await run({
  sqlite: () => write("sqlite", {}),
  postgres: async () => write("postgres", { ANNOTARY_DATABASE_URL: await startPostgres() }),
})
