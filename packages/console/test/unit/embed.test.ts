/** What the components for applications rest on: an API that comes from around them, and styles that hold in a shadow tree. */
import { readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { afterEach, assert, describe, it, vi } from "vitest"
import { inShadow } from "../../scripts/shadowStyles.ts"
import { ApiError, Unreachable } from "../../src/api/problem.ts"
import { makeEmbeddedApi } from "../../src/embed/adapter.ts"
import { AnnotaryWorkbenchElement } from "../../src/embed/element.tsx"
import { toFailure } from "../../src/embed/failure.ts"

const source = join(import.meta.dirname, "../../src")

/** The files that a file loads, at once or later. Imports of types alone load nothing. */
const loads = (path: string): ReadonlyArray<string> =>
  [
    ...readFileSync(path, "utf8").matchAll(
      /(?:^import (?!type)[^"]*|^export [^"]* from |import\()"(\.[^"]*\.tsx?)"/gm,
    ),
  ].map(([, target = ""]) => join(dirname(path), target))

/** A file with all that it loads. */
const closure = (path: string, known = new Set<string>()): ReadonlySet<string> => {
  if (known.has(path)) return known
  known.add(path)
  for (const next of loads(path)) closure(next, known)
  return known
}

describe("components for applications", () => {
  const files = [...closure(join(source, "embed/element.tsx"))]
  const named = (path: string) => relative(source, path)

  it("are the workbench and the webhook pages, without the frame of the console", () => {
    const names = files.map(named)
    assert.includeMembers(names, ["workbench/session/SessionPage.tsx", "pages/webhooks/EndpointPage.tsx"])
    assert.notIncludeMembers(names, ["app/Shell.tsx", "app/router.ts", "main.tsx"])
  })

  it("call the API that is around them, never that of the console's own address", () => {
    const own = files.filter((path) => {
      const text = readFileSync(path, "utf8")
      const names = /import \{([^}]*)\} from "[^"]*\/client\.ts"/.exec(text)?.[1]?.split(",") ?? []
      return names.some((name) => name.trim() === "api") || /\buserQuery\b/.test(text)
    })
    // The context's default, and the queries of the console itself.
    assert.sameMembers(own.map(named), ["app/Surroundings.ts", "api/session.ts"])
  })
})

describe("requests of the components", () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it("have the token of the application, and never the cookies of its origin", async () => {
    const sent: Array<readonly [Request, RequestInit | undefined]> = []
    vi.stubGlobal("location", { href: "https://app.example.com/tasks" })
    vi.stubGlobal("fetch", async (request: Request, init?: RequestInit) => {
      sent.push([request, init])
      return Response.json({})
    })
    await makeEmbeddedApi(undefined, () => ({ token: "abc" })).GET("/user")
    await makeEmbeddedApi(undefined, () => ({})).GET("/user")
    assert.deepStrictEqual(
      sent.map(([{ headers, url }, init]) => [url, headers.get("authorization"), init?.credentials]),
      [
        ["https://app.example.com/user", "Bearer abc", "omit"],
        ["https://app.example.com/user", null, "omit"],
      ],
    )
  })
})

describe("an element", () => {
  it("keeps the properties that were set before it was defined", () => {
    const element = new AnnotaryWorkbenchElement()
    const send = () => Promise.resolve(new Response())
    // What an assignment leaves on an element that is not defined yet.
    for (const [name, value] of Object.entries({ token: "abc", fetch: send }))
      Object.defineProperty(element, name, { value, configurable: true, enumerable: true, writable: true })
    element.connectedCallback()
    assert.deepStrictEqual(
      ["token", "fetch"].map((name) => Object.hasOwn(element, name)),
      [false, false],
    )
    assert.strictEqual(element.token, "abc")
    assert.strictEqual(element.fetch, send)
  })
})

describe("styles in a shadow tree", () => {
  it("hold for the element that stands for the page", () => {
    assert.strictEqual(
      inShadow(`:root,:host{--a:1}body,:host{margin:0}:root[data-mantine-color-scheme=dark]{color:red}`),
      `.annotary-root,.annotary-root{--a:1}.annotary-root,.annotary-root{margin:0}.annotary-root[data-mantine-color-scheme=dark]{color:red}`,
    )
  })

  it("leave alone what only looks like the page", () => {
    const kept = `.body{a:1}:host(*){display:block}.x-body .m_1{b:var(--mantine-color-body)}tbody{c:2}`
    assert.strictEqual(inShadow(kept), kept)
  })

  it("load no fonts", () => {
    assert.strictEqual(inShadow(`@font-face{font-family:Geist;src:url(a)}.a{b:c}`), `.a{b:c}`)
  })
})

describe("the event of a failure", () => {
  it("says what the server said", () => {
    const problem = {
      type: "about:blank",
      title: "Conflict",
      status: 409,
      detail: "The claim has ended.",
      code: "claim_ended",
      request_id: "r1",
    }
    assert.deepStrictEqual(toFailure(new ApiError(problem)), {
      code: "claim_ended",
      status: 409,
      message: "The claim has ended.",
      requestId: "r1",
    })
  })

  it("says when there was no answer, and why", () => {
    const error = new Unreachable("", { cause: new TypeError("Failed to fetch") })
    assert.deepInclude(toFailure(error), { code: "unreachable", message: "Failed to fetch" })
    assert.deepInclude(toFailure("odd"), { code: "unknown", message: "odd" })
  })
})
