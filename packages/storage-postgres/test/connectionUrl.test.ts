import { assert, describe, it } from "@effect/vitest"
import { Either } from "effect"
import fc from "fast-check"
import { type ConnectionTarget, describeTarget, parseConnectionUrl } from "../src/connection/connectionUrl.ts"

const read = (url: string): ConnectionTarget =>
  Either.getOrThrowWith(parseConnectionUrl(url), (left) => new Error(left))
const refusal = (url: string): string => Either.getOrElse(Either.flip(parseConnectionUrl(url)), () => "read")

describe("the URL of a Postgres", () => {
  it("says where, who and which database", () => {
    const { database, host, password, port, user } = read(
      "postgres://ann:s%40fe%2F%3A@db.example.com:5433/app%20one",
    )
    assert.deepStrictEqual(
      { host, port, user, password, database },
      { host: "db.example.com", port: 5433, user: "ann", password: "s@fe/:", database: "app one" },
    )
  })

  it("may leave everything to the defaults", () => {
    const { database, host, password, port, tls, user } = read("postgresql://")
    assert.deepStrictEqual(
      { database, host, password, port, user },
      {
        database: undefined,
        host: undefined,
        password: undefined,
        port: undefined,
        user: undefined,
      },
    )
    assert.strictEqual(tls.mode, "prefer")
  })

  it.each([
    ["postgres://u@[::1]:5433/d", "::1"],
    ["postgres://u@%2Fvar%2Frun%2Fpostgresql/d", "/var/run/postgresql"],
    ["postgres://u@/d?host=/tmp", "/tmp"],
    ["postgres:///d?host=db&port=6000&user=u", "db"],
  ])("%s is on %s", (url, host) => {
    assert.strictEqual(read(url).host, host)
    assert.strictEqual(read(url).user, "u")
    assert.strictEqual(read(url).database, "d")
  })

  it("carries the session's settings", () => {
    const url = "postgres://h/d?application_name=mine&options=-c%20work_mem%3D64MB&connect_timeout=3"
    const { applicationName, connectTimeoutMillis, options } = read(url)
    assert.deepStrictEqual(
      [applicationName, options, connectTimeoutMillis],
      ["mine", "-c work_mem=64MB", 3000],
    )
  })

  it("may come from URLSearchParams, which write a blank as a plus", () => {
    const url = new URL("postgres://h/d")
    url.searchParams.set("options", "-c work_mem=64MB")
    assert.strictEqual(read(url.href).options, "-c work_mem=64MB")
  })

  it.each([
    ["", "prefer"],
    ["sslmode=disable", "disable"],
    ["sslmode=allow", "prefer"],
    ["sslmode=require", "require"],
    ["ssl=true", "require"],
    ["sslmode=require&sslrootcert=/ca.pem", "verify-ca"],
    ["sslmode=verify-ca&sslrootcert=/ca.pem", "verify-ca"],
    ["sslmode=verify-full", "verify-full"],
    ["sslrootcert=system", "verify-full"],
  ])("with %s encrypts as libpq does for %s", (query, mode) => {
    assert.strictEqual(read(`postgres://h/d?${query}`).tls.mode, mode)
  })

  it.each([
    ["mysql://h/d", "must begin with"],
    ["postgres://u:p@ss@h/d", "more than one @"],
    ["postgres://u:p/ss@h/d", "one in a strange place"],
    ["postgres://u:p%zz@h/d", "% that is not followed"],
    ["postgres://u:%00@h/d", "%00"],
    ["postgres://h:port/d", "cannot be read"],
    ["postgres://h:70000/d", "a port"],
    ["postgres://one,two/d", "several hosts"],
    ["postgres://h:1,h:2/d", "several hosts"],
    ["postgres://h/d?sslmode=maybe", "a sslmode other than"],
    ["postgres://h/d?sslmode=verify-ca", "without sslrootcert"],
    ["postgres://h/d?sslmode=require&sslrootcert=system", "needs sslmode=verify-full"],
    ["postgres://h/d?sslcert=/c.pem", "one of sslcert and sslkey"],
    ["postgres://h/d?sslnegotiation=direct", "needs sslmode=require"],
    ["postgres://h/d?target_session_attrs=standby", "a target_session_attrs other than"],
    ["postgres://h/d?pgbouncer=true", "not known here: pgbouncer"],
    ["postgres://h/d?connect_timeout=soon", "connect_timeout"],
    ["postgres://h/d?__proto__=1", "not known here"],
  ])("is refused where it cannot be meant: %s", (url, reason) => {
    assert.include(refusal(url), reason)
  })

  it("is never repeated by a refusal or a description", () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(..."XYZ@/:?#%&=,[]") }),
        (tail) => {
          const secret = `QQQQ${tail}QQQQ`
          const read = parseConnectionUrl(`postgres://user:${secret}@host:5432/base?sslmode=require`)
          const said = Either.isLeft(read) ? read.left : describeTarget(read.right)
          assert.notInclude(said, "QQQQ")
        },
      ),
      { numRuns: 500 },
    )
  })
})
