/** How failures that the coordinator reports are classified. Needs no Citus. */
import { assert, describe, it } from "@effect/vitest"
import { classifyCitusFailure } from "../../src/citus/failure.ts"

const internalError = (message: string) => Object.assign(new Error(message), { code: "XX000" })

describe("an internal error of Citus", () => {
  it.each([
    "SSL SYSCALL error: EOF detected\ninvalid socket",
    "SSL error: unexpected eof while reading",
    "could not receive data from server: Connection reset by peer",
    "could not send data to server: Broken pipe",
    "server closed the connection unexpectedly",
    "connection to the remote node postgres@127.0.0.1:5432 failed with the following error: connection not open",
    "the database system is in recovery mode",
  ])("is a lost node: %s", (message) => {
    assert.strictEqual(classifyCitusFailure(internalError(message)), "unavailable")
  })

  it("is final otherwise", () => {
    assert.strictEqual(
      classifyCitusFailure(internalError("could not find the source shard interval for shard 102")),
      "final",
    )
  })
})
