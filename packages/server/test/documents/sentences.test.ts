/** The commands in the sentences and tables of the pages are run, too, with real IDs, or listed with the reason why they are not. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { findFreePort } from "@annotary/test-support/freePort"
import { makeBucket } from "@annotary/test-support/s3"
import Database from "better-sqlite3"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { commands } from "../../src/cli/commands.ts"
import { ensureBuilt } from "../support/childServer.ts"
import { itWith } from "../support/debian.ts"
import { startProvider } from "../support/OpenIdProvider.ts"
import { furnish, key, settingsIn } from "./furnished.ts"
import { choicesIn, inlineCommands, isRunBy, required } from "./inline.ts"
import { notRun, runs } from "./sentences.ts"
import { runPage } from "./terminal.ts"

const packageFolder = fileURLToPath(new URL("../../", import.meta.url))
const pages = ["README.md", ...readdirSync(join(packageFolder, "docs")).map((name) => `docs/${name}`)]
const names = commands.map(({ path }) => path.join(" "))
const shown = pages.flatMap((page) =>
  inlineCommands(readFileSync(join(packageFolder, page), "utf8"), names).map((command) => ({
    page,
    ...command,
  })),
)

describe("the commands in sentences", () => {
  it("are found in code, also without annotary, and with what a table escapes", () => {
    const page = `Run \`annotary user list\`, \`user list\` or \`systemctl stop it\`, not \`user\`, \`annotary\` or \`a b\`.
\`\`\`sh
echo \`annotary migrate\`
\`\`\`
| \`annotary join A\\|B [--role R]\` |`
    assert.deepStrictEqual(inlineCommands(page, ["user list"]), [
      { line: 1, text: "annotary user list" },
      { line: 1, text: "annotary user list" },
      { line: 1, text: "systemctl stop it" },
      { line: 5, text: "annotary join A|B [--role R]" },
    ])
  })

  it.each([
    ["annotary user create NAME [--email E [--now]]", "annotary user create bob", true],
    ["annotary user create NAME", "annotary user create --json", false],
    ["annotary quota set ORG", "annotary quota get acme", false],
    ["annotary restore --server FILE", "annotary restore a.tar.gz", false],
    ["annotary restore --server", "X=y annotary restore --server a.tar.gz", true],
    ["annotary x a|b", "annotary x b", true],
  ])("are run by commands with their words: %s by %s: %s", (text, command, expected) => {
    assert.strictEqual(isRunBy(text, command), expected)
  })

  it("have choices: options, and words of which one is taken", () => {
    assert.deepStrictEqual(choicesIn("annotary a FILE|DIR [--now] [--how keep|delete] | source"), [
      "--now",
      "--how",
      "keep",
      "delete",
    ])
  })

  it("are all run, with every option that a page shows, or listed with a reason", () => {
    assert.isAbove(shown.length, 100)
    const left = shown.flatMap(({ line, page, text }) => {
      if (text in notRun) return []
      const running = runs.filter((command) => isRunBy(text, command))
      if (running.length === 0) return [`${page}:${line}: ${text}`]
      // A word of the command itself, such as delete, is no value of its option.
      const count = (words: ReadonlyArray<string>, choice: string) =>
        words.filter((word) => word === choice).length
      const own = required(text).filter((word) => !word.startsWith("--"))
      const isGiven = (choice: string) =>
        running.some((command) => count(command.split(/\s+/), choice) > count(own, choice))
      return choicesIn(text)
        .filter((choice) => !isGiven(choice) && !(choice in notRun))
        .map((choice) => `${page}:${line}: ${choice} of ${text}`)
    })
    assert.deepStrictEqual(left, [])
  })

  it("are those of the command line", () => {
    const missing = names.filter((name) => !runs.some((command) => isRunBy(`annotary ${name}`, command)))
    assert.deepStrictEqual(missing, [])
  })

  it("have no reason that no page needs", () => {
    const written = shown.flatMap(({ text }) => [text, ...choicesIn(text)])
    assert.deepStrictEqual(
      Object.keys(notRun).filter((text) => !written.includes(text)),
      [],
    )
  })
})

describe("a server with the commands of sentences", () => {
  const folder = mkdtempSync(join(tmpdir(), "annotary-sentences-"))
  const stops: Array<() => Promise<unknown>> = []
  beforeAll(async () => {
    await ensureBuilt()
    await furnish(folder)
  }, 300_000)
  afterAll(async () => {
    await Promise.all(stops.map((stop) => stop()))
    rmSync(folder, { recursive: true, force: true })
  })

  itWith(
    ["jq"],
    "runs them",
    async () => {
      const bucket = await makeBucket()
      stops.push(bucket.remove)
      const provider = await startProvider("http://127.0.0.1/console/openid/callback")
      stops.push(provider.stop)
      writeFiles(folder)
      const port = `${await findFreePort()}`
      const { accessKeyId, secretAccessKey } = bucket.options.credentials
      const environment = {
        ...settingsIn(folder),
        ANNOTARY_PORT: port,
        ANNOTARY_PUBLIC_URL: `http://127.0.0.1:${port}`,
        ANNOTARY_CONSOLE: "on",
        ANNOTARY_WEBHOOK_ALLOW: "127.0.0.1/32",
        ANNOTARY_OPENID_ISSUER: provider.issuer,
        ANNOTARY_OPENID_CLIENT_ID: "annotary",
        ANNOTARY_OPENID_CLIENT_SECRET: "the-secret",
        BUCKET: bucket.options.bucket,
        BUCKET_ENDPOINT: bucket.options.endpoint,
        BUCKET_KEY_ID: accessKeyId,
        BUCKET_SECRET: secretAccessKey,
        FAILED_JOB: failedJob(folder),
        KEY: key,
      }
      const blocks = runs.map((script, index) => ({
        line: index + 1,
        script: `${script}\n`,
        output: undefined,
        notRun: undefined,
      }))
      // No port or path stands in them.
      await runPage("sentences.ts", blocks, { folder, environment, replacements: [["\0", ""]] })
    },
    900_000,
  )
})

/** What the commands read: a file of a sample, and files of another format with their image. */
const writeFiles = (folder: string): void => {
  mkdirSync(join(folder, "samples"))
  const sample = { name: "d", attributes: { image: { url: "https://example.com/d.png" } } }
  writeFileSync(join(folder, "samples/d.json"), JSON.stringify(sample))
  const configuration = { format_version: "0.1", categories: [{ id: 1, name: "car" }] }
  writeFileSync(join(folder, "samples/configuration.json"), JSON.stringify(configuration))
  mkdirSync(join(folder, "labelme"))
  writeFileSync(join(folder, "labelme/e.png"), "not decoded")
  const points = [
    [1, 2],
    [3, 4],
  ]
  const shapes = [{ label: "car", shape_type: "rectangle", points }]
  const document = { shapes, imagePath: "e.png", imageWidth: 9, imageHeight: 9 }
  writeFileSync(join(folder, "labelme/e.json"), JSON.stringify(document))
}

/** A job of a dataset that is gone, which failed: no command makes one. */
const failedJob = (folder: string): string => {
  const [dataset, id] = ["01a208e2-e0dd-7003-9a63-33b644647227", "01a208e2-e0dd-7003-9a63-33b644647228"]
  const database = new Database(join(folder, "data/annotary.db"))
  database
    .prepare(
      `INSERT INTO jobs (dataset_id, id, kind, payload, status, done, attempts, error, created_at, created_by)
      VALUES (?, ?, 'purge', '{}', 'FAILED', 0, 5, 'no luck', '2026-11-20T13:25:01.123456Z', 'ann')`,
    )
    .run(dataset, id)
  database.close()
  return id
}
