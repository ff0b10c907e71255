/** Every command of the pages of this package is run, in its order, on a server with a dataset; its output is what the page shows. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { findFreePort } from "@annotary/test-support/freePort"
import { startOwnServer } from "@annotary/test-support/postgres"
import { makeBucket } from "@annotary/test-support/s3"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { ensureBuilt } from "../support/childServer.ts"
import { itWith, type Program } from "../support/debian.ts"
import { commandBlocks } from "./blocks.ts"
import { furnish, key, settingsIn } from "./furnished.ts"
import { runPage } from "./terminal.ts"

const packageFolder = fileURLToPath(new URL("../../", import.meta.url))
const pages = ["README.md", ...readdirSync(join(packageFolder, "docs")).map((name) => `docs/${name}`)]
const textOf = (page: string): string => readFileSync(join(packageFolder, page), "utf8")
const blocksOf = (page: string) => commandBlocks(page, textOf(page))
const withCommands = pages.filter((page) => /^ *```/m.test(textOf(page)))

/** What the commands of a page need beside a shell. */
const programs: Readonly<Record<string, ReadonlyArray<Program>>> = {
  "docs/database.md": ["psql", "pgbouncer"],
  "docs/disaster.md": ["jq"],
  "docs/monitoring.md": ["promtool"],
  "docs/operating.md": ["jq"],
  "docs/retention.md": ["jq"],
  "docs/reverse-proxy.md": ["caddy", "nginx"],
}

const scratch = mkdtempSync(join(tmpdir(), "annotary-documents-"))
// PgBouncer runs as another user.
chmodSync(scratch, 0o755)
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** Ports and paths of the pages, and those of a test. */
const replacementsIn = async (folder: string): Promise<ReadonlyArray<readonly [string, string]>> => {
  const [tls, plain] = [await findFreePort(), await findFreePort()]
  const ports = ["8080", "8081", "8082", "9091", "4318"]
  return [
    ...(await Promise.all(ports.map(async (port) => [port, `${await findFreePort()}`] as const))),
    ["https://annotary.example.com", `https://localhost:${tls}`],
    ["http://annotary.example.com", `http://localhost:${plain}`],
    ["ANNOTARY_SITE=annotary.example.com", `ANNOTARY_SITE=localhost:${tls}`],
    ["annotary.example.com", "localhost"],
    ["listen 80;", `listen 127.0.0.1:${plain};`],
    ["listen 443 ", `listen 127.0.0.1:${tls} `],
    ["ANNOTARY_HTTP_PORT:80", `ANNOTARY_HTTP_PORT:${plain}`],
    ["/etc/", `${folder}/etc/`],
    ["/var/lib/", `${folder}/var/lib/`],
  ]
}

/** Servers that a page expects, under the names that it uses. */
interface Around {
  readonly replacements: ReadonlyArray<readonly [string, string]>
  readonly stop: () => Promise<void>
}

const nothingAround: Around = { replacements: [], stop: async () => {} }

/** Postgres and a bucket. */
const databases = async (): Promise<Around> => {
  const [postgres, bucket] = await Promise.all([startOwnServer(["fsync=off"]), makeBucket()])
  const { port } = postgres
  return {
    replacements: [
      ["postgres://postgres@db.example.com/", postgres.url.replace(/[^/]*$/, "")],
      ["@db.example.com/", `@127.0.0.1:${port}/`],
      ["port=5432", `port=${port}`],
      ["6432", `${await findFreePort()}`],
      ["ANNOTARY_S3_BUCKET=labels", `ANNOTARY_S3_BUCKET=${bucket.options.bucket}`],
      ["The bucket labels", `The bucket ${bucket.options.bucket}`],
      ["https://s3.example.com", bucket.options.endpoint],
    ],
    stop: async () => {
      await postgres.stop()
      await bucket.remove()
    },
  }
}

describe("the pages of the server", () => {
  beforeAll(async () => {
    await ensureBuilt()
    await furnish(join(scratch, "furnished"))
  }, 120_000)

  it("have commands, and a reason for each that no test runs", () => {
    assert.includeMembers(withCommands, ["README.md", "docs/monitoring.md", "docs/operating.md"])
    const left = withCommands.flatMap((page) =>
      blocksOf(page).flatMap(({ notRun }) => (notRun === undefined ? [] : [`${page}: ${notRun}`])),
    )
    assert.deepStrictEqual(left, [
      "docs/deployment.md: docker compose needs a container runtime",
      "docs/deployment.md: docker compose needs a container runtime",
      "docs/deployment.md: systemctl needs systemd as the first process; systemd-analyze checks the unit in a test",
      "docs/deployment.md: kubectl and helm install need a cluster; helm lint and helm template check the chart in a test",
      "docs/operating.md: it needs Postgres, and the page is run on SQLite; a test starts several processes",
    ])
  })

  for (const page of withCommands)
    itWith(
      programs[page] ?? [],
      `have commands that work: ${page}`,
      async () => {
        const folder = join(scratch, page.replaceAll("/", "-"))
        mkdirSync(folder)
        cpSync(join(scratch, "furnished/data"), join(folder, "data"), { recursive: true })
        const around = page === "docs/database.md" ? await databases() : nothingAround
        const replacements = [...around.replacements, ...(await replacementsIn(folder))]
        const environment = {
          ...(around === nothingAround ? settingsIn(folder) : {}),
          ANNOTARY_PORT: new Map(replacements).get("8080") ?? "",
          CADDY_ADMIN: `localhost:${await findFreePort()}`,
          KEY: key,
        }
        const blocks = blocksOf(page).filter(({ notRun }) => notRun === undefined)
        try {
          await runPage(page, blocks, { folder, environment, replacements })
        } finally {
          await around.stop()
        }
      },
      300_000,
    )

  it.each(pages)("lead to pages and sections that exist: %s", (page) => {
    for (const [, path = "", section] of textOf(page).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)) {
      const target = join(packageFolder, path === "" ? page : join(dirname(page), path))
      assert.isTrue(existsSync(target), `${page} leads to ${path}`)
      if (section === undefined) continue
      const headings = readFileSync(target, "utf8").matchAll(/^#+ (.+)$/gm)
      const names = [...headings].map(([, name = ""]) =>
        name
          .toLowerCase()
          .replaceAll(/[^\w -]/g, "")
          .replaceAll(" ", "-"),
      )
      assert.include(names, section, `${page} leads to ${path}#${section}`)
    }
  })
})
