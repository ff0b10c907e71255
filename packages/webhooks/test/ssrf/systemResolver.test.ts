import { assert, describe, it } from "@effect/vitest"
import { makeSystemResolver } from "../../src/ssrf/systemResolver.ts"

const never = () => new Promise<never>(() => {})
const soon = async (answer: Promise<ReadonlyArray<string>>) =>
  await Promise.race([answer, new Promise((late) => setTimeout(late, 500, "late"))])

/** What the name servers know, and what only the system does. */
const asking = (system: (name: string) => Promise<ReadonlyArray<string>>) => {
  const asked: Array<string> = []
  const resolver = makeSystemResolver(
    { opensAny: true },
    {
      servers: async (name) => (name === "known.example.com" ? ["192.31.196.1"] : []),
      system: (name) => {
        asked.push(name)
        return system(name)
      },
    },
  )
  return { asked, resolver }
}

describe("where private ranges are opened", () => {
  it("a name is known by whom it is known, and a private one is first asked of the system", async () => {
    const { asked, resolver } = asking(async (name) => (name.includes("hook") ? ["10.0.0.7"] : []))
    assert.deepStrictEqual(await resolver("known.example.com"), ["192.31.196.1"])
    assert.deepStrictEqual(await resolver("hook.example.com"), ["10.0.0.7"])
    assert.deepStrictEqual(await resolver("hook"), ["10.0.0.7"])
    assert.deepStrictEqual(await resolver("nobody.example.com"), [])
    assert.deepStrictEqual(await resolver("nobody"), [])
    assert.lengthOf(asked, 5)
  })

  it("names that hang occupy two of the system's four threads, and no name that is known waits for them", async () => {
    const { asked, resolver } = asking(never)
    for (let at = 0; at < 200; at++) void resolver(`hangs-${at}.example.com`)
    await new Promise((next) => setTimeout(next, 20))
    assert.lengthOf(asked, 2)
    assert.deepStrictEqual(await soon(resolver("known.example.com")), ["192.31.196.1"])
  })

  it("those that wait for the system have their turn when others have ended, however they ended", async () => {
    const { asked, resolver } = asking(async (name) => {
      await new Promise((next) => setTimeout(next, 5))
      if (name.startsWith("hook-1")) throw new Error("ENOTFOUND")
      return ["10.0.0.7"]
    })
    const answers = await Promise.all([1, 2, 3, 4, 5].map((at) => resolver(`hook-${at}.example.com`)))
    assert.deepStrictEqual(
      answers.map(({ length }) => length),
      [0, 1, 1, 1, 1],
    )
    assert.lengthOf(asked, 5)
  })
})
