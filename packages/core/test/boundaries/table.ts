/** Who may import whom, as data. The prose beside it: "Who may import whom" in the architecture. */
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

const core = (path: string): RegExp => new RegExp(`^packages/core/src/${path}`)
const domain = core("domain/")
const ports = core("storage/[^/]+$")
const sumOfPorts = core("engine/Storage\\.ts$")
const notModules = "(?:domain|storage|memory|engine|testing|internal)/"
const modules = core(`(?!${notModules})[^/]+/`)
const ours = (...packages: ReadonlyArray<string>): RegExp =>
  new RegExp(`^@annotary/(${packages.join("|")})(/|$)`)
const within = (path: string): RegExp => new RegExp(`^packages/${path}`)

export const zones: ReadonlyArray<Zone> = [
  { name: "core/domain", files: domain, may: [effect, domain] },
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
  { name: "core/placement/transitions", files: core("placement/transitions"), may: [effect, domain] },
  {
    name: "core/memory",
    files: core("memory/"),
    may: [effect, domain, ports, sumOfPorts, modules, core("memory/")],
  },
  {
    name: "core/engine/Storage.ts, the sum of the ports",
    files: sumOfPorts,
    may: [effect, domain, ports, core(`(?!${notModules})[^/]+/(\\w+Store|Outbox)\\.ts$`)],
  },
  { name: "core/storage", files: core("storage/"), may: [effect, domain, ports] },
  {
    name: "core/engine",
    files: core("engine/"),
    may: [effect, domain, ports, sumOfPorts, modules, core("engine/")],
  },
  {
    name: "a module of core",
    files: modules,
    may: [effect, domain, ports, modules],
  },
  {
    name: "core/memory.ts",
    files: core("memory\\.ts$"),
    may: [effect, domain, ports, sumOfPorts, modules, core("memory/")],
  },
  {
    name: "core/testing",
    files: core("testing/"),
    // An engine of its own, over the memory storage.
    may: [effect, domain, ports, sumOfPorts, modules, core("(engine|memory|testing)/")],
  },
  {
    name: "core/testing.ts",
    files: core("testing\\.ts$"),
    may: [effect, core("testing/")],
  },
  {
    name: "an entry point of core",
    files: core("(index|effect|check)\\.ts$"),
    may: [effect, core("(?!memory/)")],
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
    name: "formats",
    files: within("formats/src/"),
    may: [
      node,
      ours("core"),
      /^(apache-arrow(\/fb\/[a-z-]+)?|csv-parse|fast-png|flatbuffers|hyparquet|hyparquet\/src\/thrift\.js|hyparquet-writer|image-size|ini|jpeg-js|lossless-json|lz4js|saxes|tar-stream|yaml|yauzl|yazl)$/,
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
        what: /^@annotary\/(?!core\/check$)/,
        because: "the console is an API client: of ours it knows @annotary/core/check and nothing else",
      },
      { what: node, because: "it runs in a browser" },
    ],
  },
  { name: "server", files: within("server/src/"), may: [anything] },
  { name: "test-support", files: within("test-support/src/"), may: [anything] },
  { name: "bench", files: within("bench/src/"), may: [anything] },
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
    except: /^(packages\/(server|bench|test-support)|examples)\//,
    because: "only server reads the environment",
  },
  {
    what: /\bconsole\s*\./,
    except: /^(packages\/(server|bench|test-support)|examples)\//,
    because: "only server speaks to the console",
  },
  { what: /["'`(\s]\/work\b/, except: /^$/, because: "no path of somebody's machine" },
]

export const maxLines = 400
