/** Inserts users until it is killed, and prints each name after its commit. Node 20 cannot run TypeScript, so it imports the build. */
import { UserStore } from "@annotary/core/effect"
import { Effect } from "effect"
import { journalStorage } from "../dist/journalStorage.js"

const person = (username) => ({
  username,
  email: null,
  isOrganization: false,
  siteAdmin: false,
  webhooksEnabled: false,
  createdAt: "2026-11-20T13:25:01.123456Z",
  createdBy: null,
  disabledAt: null,
})

const write = Effect.gen(function* () {
  const users = yield* UserStore
  for (let i = 0; ; i++) {
    yield* users.insert(person(`p${i}`))
    process.stdout.write(`p${i}\n`)
  }
})

await Effect.runPromise(Effect.provide(write, journalStorage({ folder: process.argv[2] })))
