/**
 * The reference page: the document and its viewer in one file without external resources, built at the first request. Its
 * policy allows exactly its own scripts and style, by their hashes.
 */
import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { Effect } from "effect"
import { openApi } from "../api/openapi.ts"
import { Refused } from "../transport/problem/problem.ts"
import { docsMissing } from "../transport/problem/refusals.ts"
import { StaticDocument } from "../transport/reply/staticDocument.ts"
import { cacheResult } from "./cacheResult.ts"

export interface DocsPage {
  readonly page: StaticDocument
  /** The page's Content-Security-Policy. */
  readonly policy: string
}

/** The page, built at the first request. Fails in bundles without the files of the viewer, for example in workerd. */
export const makeDocsPage = (): Effect.Effect<DocsPage, Refused> =>
  Effect.catchAllDefect(cacheResult(build), (defect) =>
    defect instanceof ViewerMissing ? Effect.fail(new Refused({ problem: docsMissing })) : Effect.die(defect),
  )

class ViewerMissing extends Error {}

const start = `SwaggerUIBundle({
  spec: JSON.parse(document.getElementById("document").textContent),
  dom_id: "#viewer",
  deepLinking: true,
  validatorUrl: null,
})`

const build = async (): Promise<DocsPage> => {
  const [style, viewer] = await Promise.all([
    readViewerFile("swagger-ui.css"),
    readViewerFile("swagger-ui-bundle.js"),
  ])
  const scripts = [escapeScript(viewer), start]
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Annotary</title>
<style>${style}</style>
</head>
<body>
<div id="viewer"></div>
<script type="application/json" id="document">${JSON.stringify(openApi()).replaceAll("<", "\\u003c")}</script>
${scripts.map((script) => `<script>${script}</script>`).join("\n")}
</body>
</html>
`
  return { page: await StaticDocument.make(html), policy: formatPolicy(scripts, style) }
}

const viewerPackage = "swagger-ui-dist"

/** A file of the viewer, without its source map comment: the map is not served. */
const readViewerFile = async (name: string): Promise<string> => {
  return (await readViewer(name)).replace(/^(\/\/|\/\*)# sourceMappingURL=.*$/m, "")
}

const readViewer = async (name: string): Promise<string> => {
  try {
    // A bundler that resolves a literal name would include every file of the package.
    const path = createRequire(import.meta.url).resolve([viewerPackage, name].join("/"))
    return await readFile(path, "utf8")
  } catch (cause) {
    throw new ViewerMissing("The files of the viewer are missing.", { cause })
  }
}

/** Escapes a script for inclusion in a page. In scripts these sequences occur only in strings and expressions. */
const escapeScript = (script: string): string =>
  script.replaceAll(/<\/script/gi, "<\\/script").replaceAll("<!--", "\\x3c!--")

const formatPolicy = (scripts: ReadonlyArray<string>, style: string): string =>
  [
    "default-src 'none'",
    `script-src ${scripts.map(hashText).join(" ")}`,
    `style-src ${hashText(style)}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ")

const hashText = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`
