/** An application that shows components: its own page with its own styles, headings and policy, on another origin. */
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { extname, join, normalize } from "node:path"

const dist = join(import.meta.dirname, "../../../dist")

/** Styles of an application that would spoil everything that they reach, or that reaches them. */
const style = `
  html { font-size: 62.5% }
  body { margin: 40px; font: italic 30px/3 serif; color: rgb(1, 2, 3); text-align: right; text-transform: uppercase }
  * { box-sizing: content-box }
  button, input, h1, h2, div { border: 3px dotted red }
  .mantine-Button-root { display: none }
`

export interface Host {
  readonly origin: string
  /** The page that `path` shows. */
  readonly pages: Map<string, string>
  readonly stop: () => void
}

/** `assetOrigin`: where images come from, once it is known. */
export const startHost = async (policy: () => string): Promise<Host> => {
  const pages = new Map<string, string>()
  const server = createServer(async (request, response): Promise<unknown> => {
    const path = new URL(request.url ?? "/", "http://host.invalid").pathname
    const page = pages.get(path)
    if (path.endsWith(".js")) {
      response.setHeader("content-type", "text/javascript")
      if (page !== undefined) return response.end(page)
      const file = await readFile(join(dist, normalize(path))).catch(() => undefined)
      return response.writeHead(file === undefined ? 404 : 200).end(file)
    }
    if (path === "/host.css") return response.setHeader("content-type", "text/css").end(style)
    if (page === undefined) return response.writeHead(404).end(extname(path))
    response.setHeader("content-security-policy", policy())
    response.setHeader("content-type", "text/html; charset=utf-8")
    return response.end(page)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  // Cast: a server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    pages,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A page with its own heading and button around the markup. */
export const hostPage = (markup: string, script: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Host</title>
<link rel="stylesheet" href="/host.css"><script type="module" src="${script}"></script></head>
<body><main><h1>Host</h1><button id="own">Own button</button>${markup}</main></body></html>`
