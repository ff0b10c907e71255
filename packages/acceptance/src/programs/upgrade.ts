/**
 * Servers of the schema of the last fixture of released databases go on while this version migrates their database.
 *
 *     node packages/acceptance/dist/programs/upgrade.js
 *
 * The earlier version is the commit that added the fixture, built in a new folder.
 */
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import {
  addCleanup,
  check,
  checkout,
  type Json,
  makeTemporaryFolder,
  run,
  runAnnotary,
  startPostgres,
  startServer,
} from "../support.ts"

const runGit = (...words) => execFileSync("git", ["-C", checkout, ...words], { encoding: "utf8" }).trim()

const commit = runGit("log", "-1", "--format=%H", "--", "packages/server/test/released/*.tar.gz")
const earlier = join(makeTemporaryFolder(), "earlier")
runGit("worktree", "add", "--quiet", "--detach", earlier, commit)
addCleanup(() => runGit("worktree", "remove", "--force", earlier))
const runPnpm = (...words) =>
  execFileSync("npx", ["-y", "pnpm@12", ...words], { cwd: earlier, stdio: ["ignore", "ignore", "inherit"] })
runPnpm("install", "--frozen-lockfile", "--prefer-offline")
runPnpm("build")

/** The headers of a new person who labels and reviews. Nobody else gets that person's claims. */
const addPerson = async (server, username) => {
  await server.request("POST", "/users/", { username })
  await server.request("POST", "/datasets/admin/cars/collaborators/", { user: username, role: "admin" })
  const { json } = await server.request("POST", `/users/${username}/api_keys/`, { description: "" })
  return { Authorization: `APIKey ${json.key}` }
}

/** Calls a server until it is stopped, as people do who label; answers how many calls there were and those that failed. */
const label = async (server, who) => {
  const headers = await addPerson(server, who)
  let goesOn = true
  let calls = 0
  const failures: Array<Json> = []
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await server.request(method, path, body, headers)
    calls++
    if (answer.status >= 300) failures.push(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.json
  }
  const dataset = "/datasets/admin/cars"
  const ended = (async () => {
    for (let n = 0; goesOn; n++) {
      const image = { image: { url: "https://example.com/a.png" } }
      const sample = await call("POST", `${dataset}/samples/`, { name: `${who}.${n}`, attributes: image })
      const attributes = { annotations: [] }
      await call("PUT", `/labels/${sample?.uuid}/ground-truth/`, { label_status: "LABELED", attributes })
      await call("GET", `${dataset}/samples/?per_page=10`)
      const [claim] = (await call("POST", `${dataset}/queue/reviewing/claim/`, { count: 1 })) ?? []
      if (claim !== undefined) await call("POST", `/claims/${claim.claim_id}/accept/`, { time: 1 })
      await call("POST", `/samples/${sample?.uuid}/issues/`, { description: "Dark" })
    }
  })()
  return {
    calls: () => calls,
    stop: async () => {
      goesOn = false
      await ended
      return failures
    },
  }
}

const runBesideEachOther = async (settings) => {
  const old = await startServer(settings, join(earlier, "packages/server/bin/annotary.js"))
  const dataset = { name: "cars", category: "other", task_type: "bboxes" }
  await old.request("POST", "/user/datasets/", dataset)
  const people = await Promise.all(["ann", "bob"].map((who) => label(old, who)))
  while (people.some(({ calls }) => calls() < 20)) await sleep(20)

  const { code, stderr } = await runAnnotary(["migrate"], old.settings)
  check("this version migrates", code === 0, stderr)
  const at = people.map(({ calls }) => calls())
  while (people.some(({ calls }, index) => calls() < (at[index] ?? 0) + 20)) await sleep(20)

  const { ANNOTARY_PORT: _, ...database } = old.settings
  const now = await startServer({ ...database, ANNOTARY_PORT: "0" })
  const others = await Promise.all(["cid", "dee"].map((who) => label(now, who)))
  while (others.some(({ calls }) => calls() < 20)) await sleep(20)
  for (const [name, group] of Object.entries({ earlier: people, new: others }))
    for (const person of group) {
      const failures = await person.stop()
      check(`calls of the ${name} server succeed`, failures.length === 0, failures[0] ?? `${person.calls()}`)
    }
  check("the earlier server stops as ever", (await old.stop()) === 0)
  const again = await runAnnotary(["user", "list"], old.settings, {
    main: join(earlier, "packages/server/bin/annotary.js"),
  })
  check("the earlier version does not start again", /run a newer version/.test(again.stderr), again.stderr)
  await now.stop()
}

await run({
  sqlite: () => runBesideEachOther({}),
  postgres: async () => runBesideEachOther({ ANNOTARY_DATABASE_URL: await startPostgres() }),
})
