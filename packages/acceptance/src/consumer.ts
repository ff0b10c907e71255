/**
 * `manifest FOLDER [PACKAGE@VERSION]`: what the consumer installs from the tarballs; with a package, a project that has that one.
 * `page FOLDER`: what a page with the components of the console installs. `run`: a command with DATABASE_URL, a new schema on a Postgres.
 */
import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const postgres = join(root, "packages/storage-postgres")
const support = join(root, "packages/test-support")
const [, , verb, ...rest] = process.argv

const readVersions = () => {
  const text = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")
  const catalog = text.slice(text.indexOf("catalog:"), text.indexOf("catalogs:"))
  return (name) => new RegExp(`^  "?${name}"?: (\\S+)$`, "m").exec(catalog)?.[1]
}

const writeManifest = (folder, beside) => {
  const version = readVersions()
  const others = ["@types/express", "@types/node", "@types/pg", "effect", "express", "pg"]
  const dependencies =
    beside === undefined ? others.map((name) => [name, version(name)]) : [beside.split(/(?<=.)@/)]
  print(folder, dependencies, [
    "core",
    "formats",
    "http",
    "mcp",
    "storage-postgres",
    "storage-sql",
    "webhooks",
  ])
}

const writePage = (folder) => {
  const version = readVersions()
  const others = ["@types/react", "@types/react-dom", "react", "react-dom", "vite"]
  print(
    folder,
    others.map((name) => [name, version(name)]),
    ["console"],
  )
}

const print = (folder, given, wanted) => {
  const files = readdirSync(folder)
  const findTarball = (name) =>
    `file:${join(folder, files.find((file) => new RegExp(`^annotary-${name}-\\d`).test(file)) ?? "")}`
  const dependencies = Object.fromEntries([
    ...given,
    ...wanted.map((name) => [`@annotary/${name}`, findTarball(name)]),
  ])
  console.log(JSON.stringify({ name: "consumer", private: true, type: "module", dependencies }, null, 2))
}

/** Starts the Postgres server of the tests, compiled for this script. */
const startServer = async () => {
  const { build } = createRequire(join(root, "package.json"))("esbuild")
  const outfile = join(support, "node_modules/.cache/server.mjs")
  await build({
    entryPoints: [join(support, "src/postgres/server.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  })
  return (await import(pathToFileURL(outfile).href)).startServer()
}

const run = async (command, args) => {
  const pg = createRequire(join(postgres, "package.json"))("pg")
  const { stop, url } = await startServer()
  const schema = `consumer_${randomUUID().replaceAll("-", "")}`
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`CREATE SCHEMA ${schema}`)
  const database = new URL(url)
  database.searchParams.set("options", `-c search_path=${schema}`)
  const child = spawn(command, args, {
    stdio: "inherit",
    env: { ...process.env, DATABASE_URL: database.href },
  })
  const code = await new Promise<number | null>((resolve) => child.on("exit", resolve))
  await client.query(`DROP SCHEMA ${schema} CASCADE`)
  await client.end()
  await stop()
  process.exitCode = code ?? 1
}

if (verb === "manifest") writeManifest(rest[0], rest[1])
else if (verb === "page") writePage(rest[0])
else await run(rest[0], rest.slice(1))
