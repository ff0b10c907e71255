/** Who may import whom, as data. */
export interface Zone {
  readonly name: string
  /** Which files belong to it. The first zone that matches a file is the file's zone. */
  readonly files: RegExp
  /** What its files may import: a path of ours, or a specifier of anybody else's. */
  readonly may: ReadonlyArray<RegExp>
  /** What they may not, even where `may` allows it. */
  readonly never?: ReadonlyArray<{ readonly what: RegExp; readonly because: string }>
}

const effect = /^effect(\/|$)/
const platform = /^@effect\/platform(\/|$)/
const sql = /^@effect\/sql(\/|$)/
const node = /^node:/
const anything = /./

/** The folders of core from the bottom to the top. A folder imports those before it, and none after it. */
export const coreFolders = [
  "domain",
  "storage",
  "kernel",
  "events",
  "access",
  "reading",
  "jobs",
  "workload",
  "config",
  "placement",
  "warnings",
  "agreement",
  "releases",
  "assets",
  "accounts",
  "buckets",
  "files",
  "pictures",
  "issues",
  "labels",
  "queue",
  "samples",
  "audits",
  "transfers",
  "datasets",
  "webhooks",
  "config-changes",
  "archives",
  "engine",
  "memory",
  "testing",
]

const core = (path: string): RegExp => new RegExp(`^packages/core/src/${path}`)
const domain = core("domain/")
/** The folders up to the named one. */
const coreUpTo = (folder: string): RegExp =>
  core(`(${coreFolders.slice(0, coreFolders.indexOf(folder) + 1).join("|")})/`)
const ports = core("[\\w-]+/(\\w+Store|Outbox|Transaction|Notifier)\\.ts$")
const ours = (...packages: ReadonlyArray<string>): RegExp =>
  new RegExp(`^@annotary/(${packages.join("|")})(/|$)`)
const within = (path: string): RegExp => new RegExp(`^packages/${path}`)

export const zones: ReadonlyArray<Zone> = [
  {
    name: "core/warnings/geometry",
    files: core("warnings/geometry/"),
    may: [domain, core("warnings/geometry/")],
  },
  {
    name: "core/warnings/read",
    files: core("warnings/read/"),
    may: [domain, core("warnings/(read|geometry)/")],
  },
  {
    name: "core/warnings/rules",
    files: core("warnings/rules/"),
    may: [effect, domain, core("warnings/(rules|read|geometry)/")],
  },
  {
    name: "core/agreement",
    files: core("agreement/"),
    may: [domain, core("(warnings|agreement)/")],
  },
  { name: "core/placement/transitions", files: core("placement/transitions"), may: [effect, domain] },
  { name: "the sum of the ports", files: core("engine/Storage\\.ts$"), may: [effect, domain, ports] },
  ...coreFolders.map((folder) => ({
    name: `core/${folder}`,
    files: core(`${folder}/`),
    may: [effect, coreUpTo(folder)],
  })),
  { name: "core/memory.ts", files: core("memory\\.ts$"), may: [effect, coreUpTo("memory")] },
  { name: "core/testing.ts", files: core("testing\\.ts$"), may: [effect, coreUpTo("testing")] },
  {
    name: "an entry point of core",
    files: core("(index|effect|check|agreement)\\.ts$"),
    may: [effect, coreUpTo("engine")],
  },

  {
    name: "storage-contract, the suites for adapters",
    files: within("storage-contract/src/"),
    may: [effect, /^(@effect\/)?vitest$/, ours("core"), within("storage-contract/src/")],
  },
  {
    name: "storage-sql/folder",
    files: within("storage-sql/src/folder"),
    may: [effect, platform, node, ours("core"), within("storage-sql/src/")],
  },
  {
    name: "storage-sql",
    files: within("storage-sql/src/"),
    may: [effect, platform, sql, ours("core"), within("storage-sql/src/")],
  },
  {
    name: "storage-sqlite",
    files: within("storage-sqlite/src/"),
    may: [
      effect,
      platform,
      sql,
      node,
      /^@effect\/(sql-sqlite-node|experimental)(\/|$)/,
      /^better-sqlite3$/,
      ours("core", "storage-sql"),
      within("storage-sqlite/src/"),
    ],
  },
  {
    name: "storage-postgres",
    files: within("storage-postgres/src/"),
    may: [
      effect,
      platform,
      sql,
      node,
      /^@effect\/(sql-pg|experimental)(\/|$)/,
      /^pg(-|$)/,
      ours("core", "storage-sql"),
      within("storage-postgres/src/"),
    ],
  },
  {
    name: "storage-s3",
    files: within("storage-s3/src/"),
    may: [effect, node, /^@aws-sdk\/client-s3$/, ours("core"), within("storage-s3/src/")],
  },
  {
    name: "sink-kafka",
    files: within("sink-kafka/src/"),
    may: [node, /^@platformatic\/kafka$/, ours("core"), within("sink-kafka/src/")],
  },
  {
    name: "sink-nats",
    files: within("sink-nats/src/"),
    may: [node, /^@nats-io\/(jetstream|transport-node)$/, ours("core"), within("sink-nats/src/")],
  },
  {
    name: "formats",
    files: within("formats/src/"),
    may: [
      node,
      ours("core"),
      /^(apache-arrow(\/fb\/[a-z-]+)?|csv-parse(\/sync)?|fast-png|flatbuffers|hyparquet|hyparquet\/src\/thrift\.js|hyparquet-writer|image-size|ini|jpeg-js|lossless-json|lz4js|saxes|sharp|tar-stream|yaml|yauzl|yazl)$/,
      /^zstddec$/,
      within("formats/src/"),
    ],
  },
  {
    name: "http/api",
    files: within("http/src/api/"),
    may: [effect, platform, ours("core"), within("http/src/api/")],
    never: [{ what: /^@annotary\/core\/testing$/, because: "it is for tests" }],
  },
  {
    name: "http/client",
    files: within("http/src/client/"),
    // As safe for browsers as the contract that it is derived from.
    may: [effect, platform, ours("core"), within("http/src/(api|client)/")],
    never: [{ what: /^@annotary\/core\/testing$/, because: "it is for tests" }],
  },
  {
    name: "http",
    files: within("http/src/"),
    may: [
      effect,
      platform,
      node,
      /^@effect\/platform-node(\/|$)/,
      /^(busboy|rou3)$/,
      ours("core"),
      within("http/src/"),
    ],
  },
  {
    name: "mcp",
    // Of ours it knows the client and the contract: what an agent may do is what any client of the API may do.
    files: within("mcp/src/"),
    may: [
      effect,
      platform,
      node,
      /^@modelcontextprotocol\/server(\/stdio)?$/,
      /^@annotary\/http\/(api|client)$/,
      within("mcp/src/"),
    ],
  },
  {
    name: "webhooks/verify, for receivers",
    // Receivers run anywhere, a browser included, and take nothing else of ours along.
    files: within("webhooks/src/verify/"),
    may: [within("webhooks/src/verify/")],
  },
  {
    name: "webhooks",
    files: within("webhooks/src/"),
    may: [
      effect,
      platform,
      node,
      /^(undici(\/index\.js)?|ipaddr\.js)$/,
      ours("core"),
      within("webhooks/src/"),
    ],
  },
  {
    name: "console",
    files: within("console/src/"),
    may: [anything],
    never: [
      {
        what: /^@annotary\/(?!core\/(agreement|check)$)/,
        because:
          "the console is an API client: of ours it knows what is for browsers, @annotary/core/check and agreement",
      },
      { what: node, because: "it runs in a browser" },
    ],
  },
  {
    name: "server/databases",
    files: within("server/src/databases/"),
    may: [anything],
    never: [
      {
        what: within("server/src/(engine|commands)/"),
        because: "the engine is built on a database, and no database knows it",
      },
    ],
  },
  { name: "server", files: within("server/src/"), may: [anything] },
  { name: "test-support", files: within("test-support/src/"), may: [anything] },
  { name: "bench", files: within("bench/src/"), may: [anything] },
  {
    name: "acceptance",
    files: within("acceptance/src/"),
    may: [anything],
    never: [
      {
        what: /^@annotary\//,
        because: "it uses a built checkout as people do, by its command and its files",
      },
    ],
  },
  { name: "an example", files: /^examples\//, may: [anything] },
]

/** Words that only some may say. */
export const words: ReadonlyArray<{
  readonly what: RegExp
  readonly except: RegExp
  readonly because: string
}> = [
  {
    what: /\bprocess\s*\.\s*env\b|\bimport\.meta\.env\b/,
    except: /^(packages\/(acceptance|server|bench|test-support)|examples)\//,
    because: "only server reads the environment",
  },
  {
    what: /\bconsole\s*\./,
    except: /^(packages\/(acceptance|server|bench|test-support)|examples)\//,
    because: "only server speaks to the console",
  },
  { what: /["'`(\s]\/work\b/, except: /^$/, because: "no path of somebody's machine" },
]

export const maxLines = 400
