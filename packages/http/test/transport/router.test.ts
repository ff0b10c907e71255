import { assert, describe, it } from "vitest"
import { makeRouter } from "../../src/transport/routing/router.ts"

const find = makeRouter([
  { method: "GET", pattern: "/samples/:sample/" },
  { method: "GET", pattern: "/samples/collection/" },
  { method: "GET", pattern: "/datasets/:owner/:dataset/samples/" },
  { method: "POST", pattern: "/datasets/:sample/issues/:issue" },
  { method: "DELETE", pattern: "/datasets/:owner/:dataset/" },
])

const matchOf = (method: string, path: string): Readonly<Record<string, unknown>> => {
  const match = find(method, path)
  return match._tag === "Found" ? { pattern: match.route.pattern, ...match.params } : match
}

describe("a path", () => {
  it("keeps every character of a name that URLs may contain as it is", () => {
    for (const name of [
      "a;b",
      "a,b",
      "a=b&c",
      "a+b",
      "a:b",
      "a@b",
      "$a!'()*",
      "~a",
      "(x)",
      "**",
      ":a",
      "é",
      ".",
    ])
      assert.deepStrictEqual(matchOf("GET", `/samples/${name}/`), {
        pattern: "/samples/:sample/",
        sample: name,
      })
  })

  it("decodes an escaped name once", () => {
    for (const [sent, sample] of [
      ["a%2Fb", "a/b"],
      ["%25", "%"],
      ["%252F", "%2F"],
      ["%3B%3f%23", ";?#"],
      ["%e2%82%ac", "€"],
      ["%F0%9F%98%80;%20", "😀; "],
      ["__proto__", "__proto__"],
    ])
      assert.deepStrictEqual(matchOf("GET", `/samples/${sent}/`), { pattern: "/samples/:sample/", sample })
  })

  it("finds a fixed segment before a name, however it is escaped", () => {
    const pattern = "/samples/collection/"
    for (const path of ["/samples/collection", "/samples/%63ollection/", "/%73amples/collection/"])
      assert.deepStrictEqual(matchOf("GET", path), { pattern })
    assert.deepStrictEqual(matchOf("POST", "/datasets/s/issues/i%2F"), {
      pattern: "/datasets/:sample/issues/:issue",
      sample: "s",
      issue: "i/",
    })
    assert.deepStrictEqual(matchOf("DELETE", "/datasets/ada/issues"), {
      pattern: "/datasets/:owner/:dataset/",
      owner: "ada",
      dataset: "issues",
    })
  })

  it("is unknown with an invalid escape, an empty name, or more than the longest name", () => {
    for (const path of [
      "/samples/%/",
      "/samples/%c3/",
      "/samples//",
      "//samples/a",
      "/samples/a//",
      "",
      "x",
      "/",
    ])
      assert.deepStrictEqual(matchOf("GET", path), { _tag: "Unknown" }, path)
    assert.deepStrictEqual(matchOf("GET", `/samples/${"a".repeat(20_000)}/`), { _tag: "Unknown" })
    assert.strictEqual(find("GET", `/samples/${"%c3%a9".repeat(1000)}/`)._tag, "Found")
  })

  it("of another method names the methods that it has", () => {
    assert.deepStrictEqual(matchOf("PUT", "/datasets/a/b/samples/"), {
      _tag: "OtherMethod",
      allow: "GET, HEAD, OPTIONS",
    })
    assert.deepStrictEqual(matchOf("BREW", "/nowhere"), { _tag: "Unknown" })
  })
})
