import { assert, describe, it } from "vitest"
import { takeTokens } from "../../src/api/linkTokens.ts"
import { limitPath } from "../../src/pages/signIn/pathWithin.ts"

describe("the one-time token of a link", () => {
  const link = new URL("http://127.0.0.1:4280/console/sign-in#t=secret")

  it("is taken from the fragment", () => {
    assert.strictEqual(takeTokens(link).tokens.signIn, "secret")
  })

  it("is in no part of the address afterwards", () => {
    assert.strictEqual(takeTokens(link).address.href, "http://127.0.0.1:4280/console/sign-in")
  })

  it("may be that of an invitation", () => {
    const { address, tokens } = takeTokens(new URL("http://127.0.0.1:4280/console/invitation#i=secret"))
    assert.deepStrictEqual(tokens, { signIn: undefined, invitation: "secret" })
    assert.strictEqual(address.href, "http://127.0.0.1:4280/console/invitation")
  })

  it("leaves other fragments alone", () => {
    const { address, tokens } = takeTokens(new URL("http://127.0.0.1:4280/console/account#keys"))
    assert.isUndefined(tokens.signIn)
    assert.strictEqual(address.hash, "#keys")
  })
})

describe("the page after the sign-in", () => {
  it.each(["/console/account", "/console/d/acme/cars?status=LABELED#a"])(
    "is %s when it is asked for",
    (path) => {
      assert.strictEqual(limitPath(path, "/console/"), path)
    },
  )

  it.each([
    undefined,
    "",
    "//evil.example/console/",
    "https://evil.example/console/",
    "/console/../api",
    "/docs",
    "console/x",
  ])("is the start page for %s", (path) => {
    assert.strictEqual(limitPath(path, "/console/"), "/console/")
  })
})
