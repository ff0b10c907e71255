/**
 * Bundles the server and the packages that it uses into `dist/bundle`, from their sources: `main.js`, a file for each part that is loaded
 * on use, and the program of the worker threads. Adds source maps, the licenses of the packages in the bundle, and their list as CycloneDX. Files that did not
 * change are not written, so that running servers keep theirs.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { makeDirectImports } from "./directImports.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
const outdir = join(root, "packages/server/dist/bundle")

/** Found at run time: native code, files that the server sends, and what pg uses when it is installed. */
const external = ["better-sqlite3", "better-sqlite3-13", "pg-native", "sharp", "swagger-ui-dist"]

const { metafile, outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: {
    main: "packages/server/src/main.ts",
    // The program of a thread lies beside the file that starts the thread.
    worker: "packages/http/src/transport/node/threads/worker.ts",
    "formats-task": "packages/formats/src/tasks/formats-task.ts",
  },
  outdir,
  external,
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "node20",
  conditions: ["annotary-source"],
  plugins: [makeDirectImports((path) => path.startsWith(join(root, "packages/")) && path.includes("/src/"))],
  minify: true,
  sourcemap: true,
  sourcesContent: false,
  legalComments: "none",
  logLevel: "warning",
  metafile: true,
  write: false,
  // CommonJS packages call `require` for modules of Node.js.
  banner: {
    js: 'import{createRequire as $require}from"node:module";const require=$require(import.meta.url);',
  },
})

/** `packages/core/src/index.ts`, `effect/src/Effect.ts`: the same wherever the bundle is installed. */
const sourceName = (source) =>
  relative(root, join(outdir, source))
    .split(sep)
    .join("/")
    .replace(/^.*node_modules\//, "")

const shortened = (text) => {
  const map = JSON.parse(text)
  return JSON.stringify({ ...map, sources: map.sources.map(sourceName) })
}

/** The packages in the bundle, by name. */
const packages = () => {
  const inputs = Object.keys(metafile.inputs)
  const folders = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path) ?? [])
  const found = [...new Set(folders)].map((folder) => {
    const { license, name, version } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"))
    return { folder, license, name, version }
  })
  const key = ({ name, version }) => `${name}@${version}`
  return [...new Map(found.map((each) => [key(each), each]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, each]) => each)
}

/** Each license text with the packages that it covers. */
const licenses = () => {
  const covered = new Map()
  for (const { folder, license, name, version } of packages()) {
    const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry))
    const text = file === undefined ? license : readFileSync(join(root, folder, file), "utf8").trim()
    covered.set(text, [...(covered.get(text) ?? []), `${name} ${version}`])
  }
  const sections = [...covered].map(([text, names]) => `${names.sort().join("\n")}\n\n${text}\n`)
  return sections.sort().join(`\n${"-".repeat(80)}\n\n`)
}

/** The packages as a software bill of materials: `npm sbom` does not see what is in a bundle. */
const billOfMaterials = () => ({
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  version: 1,
  components: packages().map(({ license, name, version }) => ({
    type: "library",
    name,
    version,
    purl: `pkg:npm/${name.replace(/^@/, "%40")}@${version}`,
    ...(typeof license === "string" ? { licenses: [{ expression: license }] } : {}),
  })),
})

const files = new Map(
  outputFiles.map(({ path, text }) => [basename(path), path.endsWith(".map") ? shortened(text) : text]),
)
files.set("LICENSES.txt", licenses())
files.set("sbom.cdx.json", `${JSON.stringify(billOfMaterials(), null, 2)}\n`)

for (const [name, text] of files)
  for (const [, program] of text.matchAll(/"\.\/([\w.-]+\.js)",import\.meta\.url/g))
    if (!files.has(program))
      throw new Error(`${name} starts a thread with ${program}: add it to the entry points.`)

const readOrNothing = (path) => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}

mkdirSync(outdir, { recursive: true })
for (const [name, text] of files)
  if (readOrNothing(join(outdir, name)) !== text) writeFileSync(join(outdir, name), text)
for (const name of readdirSync(outdir)) if (!files.has(name)) rmSync(join(outdir, name))
