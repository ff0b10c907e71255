/** Tests durability: the file contains exactly the committed changes, even if the process that wrote it was killed. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { Username } from "@annotary/core"
import { StorageFailure, Transaction, UserStore } from "@annotary/core/effect"
import { aPerson } from "@annotary/storage-contract"
import { Cause, Deferred, Effect, Exit, Fiber, Option } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { Journal } from "../src/Journal.ts"
import { journalStorage } from "../src/journalStorage.ts"

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "annotary-journal-"))
})
afterEach(() => rm(folder, { recursive: true }))

const path = () => join(folder, "journal.jsonl")
const within = <A, E>(effect: Effect.Effect<A, E, UserStore | Transaction>) =>
  Effect.provide(effect, journalStorage({ folder }))
const run = <A, E>(effect: Effect.Effect<A, E, UserStore | Transaction>) => Effect.runPromise(within(effect))
const transact = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Transaction, (transaction) => transaction.run(effect))
const everybody = Effect.flatMap(UserStore, (users) =>
  Effect.map(users.list({ after: null, limit: 100_000 }), (all) =>
    all.map(({ username }) => String(username)),
  ),
)
/** The message of the error with which opening fails. */
const refusal = async () => {
  const exit = await Effect.runPromiseExit(within(everybody))
  const cause = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
  return cause instanceof StorageFailure && cause.cause instanceof Error ? cause.cause.message : "none"
}

describe("opening the storage", () => {
  it("restores committed changes and no others", async () => {
    await run(
      Effect.gen(function* () {
        yield* aPerson("ann")
        const inner = Effect.ignore(transact(Effect.zipRight(aPerson("bob"), Effect.fail("no"))))
        yield* transact(Effect.zipRight(inner, aPerson("cid")))
        yield* Effect.ignore(transact(Effect.zipRight(aPerson("dan"), Effect.fail("no"))))
      }),
    )
    expect(await run(everybody)).toEqual(["ann", "cid"])
  })

  it("ignores an incomplete last line and appends after it", async () => {
    await run(aPerson("ann"))
    await appendFile(path(), `[["users","bob",{"username":"b`)
    expect(await run(Effect.zipLeft(everybody, aPerson("cid")))).toEqual(["ann"])
    expect(await run(everybody)).toEqual(["ann", "cid"])
  })

  it("fails with the number of the unreadable line when the file is damaged", async () => {
    await run(aPerson("ann"))
    const whole = await readFile(path(), "utf8")
    await writeFile(path(), whole.replace(`"username":`, `"username"`))
    expect(await refusal()).toMatch(/journal\.jsonl, line 2, cannot be read/)
    await writeFile(path(), `${JSON.stringify({ journal: "another" })}\n`)
    expect(await refusal()).toMatch(/not a journal of this storage/)
  })

  it("rewrites the file when most of its lines are obsolete", async () => {
    const user = Username.make("ann")
    const change = Effect.flatMap(UserStore, (users) =>
      Effect.forEach(
        Array.from({ length: 1100 }, (_, i) => i),
        (i) => users.update(user, { email: `${i}@example.com` }),
      ),
    )
    await run(Effect.zipRight(aPerson("ann"), change))
    const before = (await stat(path())).size
    const email = Effect.flatMap(UserStore, (users) =>
      Effect.map(users.byName("ann"), (found) => Option.getOrThrow(found).email),
    )
    expect(await run(email)).toBe("1099@example.com")
    expect((await stat(path())).size).toBeLessThan(before / 500)
    await run(aPerson("bob"))
    expect(await run(everybody)).toEqual(["ann", "bob"])
  })
})

describe("the folder lock", () => {
  it("refuses a second process while the first is running", async () => {
    const second = Effect.promise(refusal)
    expect(await run(Effect.zipRight(aPerson("ann"), second))).toMatch(/is in use by process/)
    expect(await run(everybody)).toEqual(["ann"])
  })

  it("is taken over from a killed process, whose acknowledged commits are kept", async () => {
    const script = fileURLToPath(new URL("writer.mjs", import.meta.url))
    const writer = spawn(process.execPath, [script, folder], { stdio: ["ignore", "pipe", "inherit"] })
    const acknowledged: Array<string> = []
    for await (const line of createInterface(writer.stdout)) {
      acknowledged.push(line)
      if (acknowledged.length === 50) writer.kill("SIGKILL")
    }
    if (writer.exitCode === null && writer.signalCode === null) await once(writer, "exit")
    expect(acknowledged.length).toBeGreaterThanOrEqual(50)
    expect(await run(everybody)).toEqual(expect.arrayContaining(acknowledged))
  })
})

describe("a failed write", () => {
  it("leaves nothing in the file, so that the next line follows the last complete one", async () => {
    let text = "first\n"
    let isFull = true
    const file = {
      appendFile: async (line: Buffer) => {
        text += isFull ? line.toString().slice(0, 5) : line.toString()
        if (isFull) throw new Error("ENOSPC")
      },
      datasync: async () => {},
      truncate: async (length: number) => {
        text = text.slice(0, length)
      },
      close: async () => {},
    }
    const journal = new Journal(file, text.length)
    await expect(journal.append([["users", "ann", {}]])).rejects.toThrow("ENOSPC")
    expect(text).toBe("first\n")
    isFull = false
    await journal.append([["users", "bob"]])
    expect(text).toBe(`first\n[["users","bob"]]\n`)
  })

  it("blocks further writes when the file cannot be truncated", async () => {
    const broken = async () => {
      throw new Error("EIO")
    }
    const journal = new Journal({ appendFile: broken, datasync: broken, truncate: broken, close: broken }, 0)
    await expect(journal.append([["users", "ann"]])).rejects.toThrow("EIO")
    await expect(journal.append([["users", "ann"]])).rejects.toThrow("Restart the program")
  })
})

describe("concurrent fibers in a transaction", () => {
  it("run one after the other, so that a failed nested transaction reverts only its own changes", async () => {
    const nested = (name: string, isGood: boolean) =>
      transact(
        Effect.zipRight(
          Effect.zipRight(aPerson(name), Effect.yieldNow()),
          isGood ? Effect.void : Effect.fail("no"),
        ),
      )
    const many = Array.from({ length: 10 }, (_, i) => Effect.ignore(nested(`p${i}`, i % 2 === 0)))
    await run(transact(Effect.all(many, { concurrency: "unbounded" })))
    expect(await run(everybody)).toEqual(["p0", "p2", "p4", "p6", "p8"])
  })

  it("leave the transaction when it ends", async () => {
    const outliving = Effect.gen(function* () {
      const over = yield* Deferred.make<void>()
      const late = Effect.zipRight(Deferred.await(over), aPerson("late"))
      const fiber = yield* transact(Effect.forkDaemon(late))
      yield* Deferred.succeed(over, undefined)
      yield* Fiber.join(fiber)
      return yield* Effect.flatMap(Transaction, ({ inside }) => inside)
    })
    expect(await run(outliving)).toBe(false)
    expect(await run(everybody)).toEqual(["late"])
  })
})
