/** Files that `import --upload` saves are read at whatever address the server has afterwards. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { annotary } from "./support/annotary.ts"
import { apiOf, expectStatus, items, member, textMember } from "./support/api.ts"
import { serveHere } from "./support/servedHere.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-uploads-"))
const key = `ann_uploadst_${"u".repeat(43)}`
const environment = { ANNOTARY_DATA_DIR: join(folder, "data"), ANNOTARY_ADMIN_API_KEY: key }
const done = async (...words: ReadonlyArray<string>) => {
  const { code, stderr } = await annotary(words, environment)
  assert.strictEqual(code, 0, stderr)
}
const picture = "not decoded: a.png"
const urls = /"(https?:\/\/[^"]*\/assets\/[^"]*)"/g

beforeAll(async () => {
  mkdirSync(join(folder, "files"))
  const shape = {
    label: "car",
    points: [
      [1, 2],
      [30, 40],
    ],
    shape_type: "rectangle",
  }
  const document = { shapes: [shape], imagePath: "a.png", imageWidth: 100, imageHeight: 80 }
  writeFileSync(join(folder, "files", "a.json"), JSON.stringify(document))
  writeFileSync(join(folder, "files", "a.png"), picture)
  await done("user", "create", "acme", "--organization")
  await done("import", join(folder, "files"), "--dataset", "acme/street", "--upload")
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a server on another port each time. */
const serve = async <A>(
  more: Record<string, string>,
  use: (api: ReturnType<typeof apiOf>, url: string) => Promise<A>,
): Promise<A> => {
  const server = await serveHere({ ...environment, ...more })
  try {
    return await use(apiOf(server.url, key), server.url)
  } finally {
    await server.stop()
  }
}

const imageUrl = async (api: ReturnType<typeof apiOf>): Promise<string> => {
  expectStatus(await api.call("POST", "/organizations/acme/join/", { role: "admin" }), 200, 201)
  const list = expectStatus(await api.call("GET", "/datasets/acme/street/samples/"), 200).json()
  const attributes = member(items(list)[0], "attributes")
  return textMember(member(attributes, "image"), "url")
}

describe("a picture that an import saved", () => {
  it.each([{}, { ANNOTARY_ASSET_URLS: "signed" }])(
    "is at the URL that the API shows %s",
    async (more) => {
      for (const _ of [1, 2])
        await serve(more, async (api, url) => {
          const shown = await imageUrl(api)
          assert.isTrue(shown.startsWith(`${url}/assets/`), shown)
          const response = await fetch(shown)
          assert.strictEqual(response.status, 200)
          assert.strictEqual(await response.text(), picture)
        })
    },
    60_000,
  )

  it("has an absolute URL in releases, which verify", async () => {
    await serve({}, async (api, url) => {
      await imageUrl(api)
      expectStatus(await api.call("POST", "/datasets/acme/street/releases/", { name: "v1" }), 201)
      const release = async () =>
        expectStatus(await api.call("GET", "/datasets/acme/street/releases/v1/"), 200).json()
      while (textMember(await release(), "status") === "PENDING") await new Promise((r) => setTimeout(r, 50))
      const file = await fetch(textMember(member(await release(), "attributes"), "url"))
      const text = await file.text()
      const [[, found = ""] = []] = [...text.matchAll(urls)]
      assert.isTrue(found.startsWith(`${url}/assets/`), found)
      writeFileSync(join(folder, "release.json"), text)
    })
    await done("verify", join(folder, "release.json"))
  }, 60_000)

  it("has an absolute URL in exports, at the address of the settings", async () => {
    const words = ["acme/street", "--status", "PRELABELED", "--format"] as const
    await done("export", ...words.slice(0, 1), join(folder, "now.json"), "--port", "8123")
    assert.include(readFileSync(join(folder, "now.json"), "utf8"), '"http://127.0.0.1:8123/assets/')
    const [dataset, ...options] = words
    const out = join(folder, "linked")
    await done(
      "export",
      dataset,
      out,
      ...options,
      "coco",
      "--files",
      "link",
      "--public-url",
      "https://l.example",
    )
    const texts = readdirSync(out, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => readFileSync(join(parentPath, name), "utf8"))
    assert.match(texts.join(), /https:\/\/l\.example\/assets\//)
  }, 60_000)
})
