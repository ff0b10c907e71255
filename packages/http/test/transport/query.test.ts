import { assert, describe, it } from "vitest"
import { caller, problemIn } from "./fixture.ts"

const call = caller()
const list = async (search: string): Promise<unknown> => (await call("GET", `/things/?${search}`)).json()

describe("a query string", () => {
  it("is read by the endpoint's schema, defaults included", async () => {
    assert.deepStrictEqual(await list(""), { per_page: 1000 })
    assert.deepStrictEqual(await list("per_page=5&labelset=ground-truth&unknown=1"), {
      per_page: 5,
      labelset: "ground-truth",
    })
  })

  it("takes a plus for a plus and an escape for what it stands for", async () => {
    assert.deepStrictEqual(await list("name__contains=a+b%20c%2B%26%3D%C3%A9&per_page=1"), {
      per_page: 1,
      name__contains: "a+b c+&=é",
    })
  })

  it("is read as two parameters where a client wrote a second question mark for an ampersand", async () => {
    assert.deepStrictEqual(await list("labelset=ground-truth?include_signed_urls=1"), {
      per_page: 1000,
      labelset: "ground-truth",
      include_signed_urls: "1",
    })
  })

  it("may have question marks and equals signs in a value", async () => {
    assert.deepStrictEqual(await list("name__contains=why?&labelset=a?b=c=d"), {
      per_page: 1000,
      name__contains: "why?",
      labelset: "a?b=c=d",
    })
  })

  it("makes a list of a parameter that may come more than once, of one as of many", async () => {
    assert.deepStrictEqual(await list("tag=a"), { per_page: 1000, tag: ["a"] })
    assert.deepStrictEqual(await list("tag=a&tag=b"), { per_page: 1000, tag: ["a", "b"] })
    assert.deepStrictEqual(await list("labelset=a&labelset=b"), { per_page: 1000, labelset: "b" })
  })
})

describe("a parameter that nobody knows", () => {
  it("is ignored where the endpoint is lenient", async () => {
    assert.deepStrictEqual(await list("per_page=5&unknown=1&%zz=2"), { per_page: 5 })
  })

  it("is refused elsewhere, by name, with the parameter that was meant where that is clear", async () => {
    const response = await call("GET", "/strict/?perPage=5&shared=true&time-out=1")
    assert.strictEqual(response.status, 400)
    assert.deepStrictEqual((await problemIn(response)).errors, [
      { pointer: "/perPage", message: "is not a known parameter; did you mean per_page?" },
      { pointer: "/shared", message: "is not a known parameter" },
      { pointer: "/*", message: "is not a known parameter" },
    ])
  })

  it("is refused where none is taken", async () => {
    const response = await call("GET", "/busy/?shared=true")
    assert.strictEqual(response.status, 400)
    assert.strictEqual((await problemIn(response)).errors?.[0]?.pointer, "/shared")
  })
})

describe("a bad value", () => {
  it("is as good as none where the endpoint is lenient", async () => {
    for (const bad of [
      "per_page=desc",
      "per_page=",
      "per_page=0",
      "per_page=1.5",
      "per_page=%zz",
      "per_page",
    ])
      assert.deepStrictEqual(await list(`${bad}&labelset=x`), { per_page: 1000, labelset: "x" }, bad)
    assert.deepStrictEqual(await list("name__contains=%00&include_signed_urls=yes"), { per_page: 1000 })
  })

  it("is refused elsewhere, by name and without itself", async () => {
    const response = await call("GET", "/strict/?per_page=desc&include_signed_urls=yes")
    assert.strictEqual(response.status, 400)
    const { code, errors } = await problemIn(response)
    assert.strictEqual(code, "invalid")
    assert.deepStrictEqual(errors?.map(({ pointer }) => pointer).sort(), [
      "/include_signed_urls",
      "/per_page",
    ])
    assert.notInclude(JSON.stringify(errors), "desc")
    for (const bad of ["labelset=%zz", "labelset=%00"])
      assert.strictEqual((await call("GET", `/strict/?${bad}`)).status, 400, bad)
  })
})
