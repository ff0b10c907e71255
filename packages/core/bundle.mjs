/**
 * Bundles the entry points for Node.js into `dist/bundle`, with the modules that they share in separate files: Node.js takes longer to
 * find and read 300 modules than to run them. Published packages export it under the condition `node`. Bundlers for browsers get the
 * modules, and leave out what they do not need.
 */
import { readFileSync, rmSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

const folder = fileURLToPath(new URL(".", import.meta.url))
const { exports } = JSON.parse(readFileSync(`${folder}package.json`, "utf8"))
const sources = Object.values(exports).flatMap((target) => target?.["annotary-source"] ?? [])

/** `import { Effect, identity } from "effect"` as imports of the modules: `effect` itself loads all of them. */
const modulesOfEffect = (text) =>
  text.replaceAll(/^import \{([^}]*)\} from "effect"$/gm, (_, names) =>
    names
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "" && !name.startsWith("type "))
      .map((name) => {
        const [module, alias = module] = name.split(" as ")
        return /^[A-Z]/.test(module)
          ? `import * as ${alias} from "effect/${module}"`
          : `import { ${name} } from "effect/Function"`
      })
      .join("\n"),
  )

const plugin = {
  name: "modules of effect",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => ({
      loader: "ts",
      contents: modulesOfEffect(readFileSync(path, "utf8")),
    })),
}

rmSync(`${folder}dist/bundle`, { recursive: true, force: true })
await build({
  absWorkingDir: folder,
  entryPoints: sources,
  outdir: "dist/bundle",
  bundle: true,
  splitting: true,
  packages: "external",
  plugins: [plugin],
  format: "esm",
  platform: "node",
  target: "node20",
  sourcemap: true,
  sourcesContent: false,
  logLevel: "warning",
})
