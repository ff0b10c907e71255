/**
 * The console's page and files beside an API. Addresses of the API stay its own; below `/console/` everything else is a file or the
 * page, and a browser that opens the root is led there.
 */
import type { ConsoleOptions } from "../handlers/console/site.ts"
import { makeAddressOf } from "../transport/address/clientAddress.ts"
import { isKnownHost } from "../transport/address/hostNames.ts"
import { getPath, toOriginForm } from "../transport/address/target.ts"
import { beginExchange, type Exchange } from "../transport/exchange/exchange.ts"
import type { Responder } from "../transport/exchange/responder.ts"
import { type HttpHandler, makeObserver, type Observe } from "../transport/handler.ts"
import type { Problem } from "../transport/problem/problem.ts"
import * as refusals from "../transport/problem/refusals.ts"
import { isGzipAccepted } from "../transport/reply/compression.ts"
import { type Delivered, sendProblem, sendText } from "../transport/reply/deliver.ts"
import { makeSettings, type TransportOptions, type TransportSettings } from "../transport/settings.ts"
import { findFirstLinks } from "./firstFiles.ts"
import { fillPage, getFilePolicy, makeNonce, makePageHeaders } from "./page.ts"
import { installedSite, type SiteFile, SiteFiles } from "./SiteFiles.ts"

/** The options of the console's page. */
export interface SiteOptions {
  readonly console: ConsoleOptions
  readonly transport?: TransportOptions | undefined
  readonly observe?: Observe | undefined
}

/** Serves the console beside an API. */
export const withConsole = (api: HttpHandler, options: SiteOptions): HttpHandler => {
  const settings = makeSettings(options.transport)
  const observed = makeObserver(options.observe, makeAddressOf(settings.proxies))
  const site = makeSite(settings, options.console)
  return {
    ...api,
    knows: (pathname) => api.knows(pathname) || isBelow(pathname),
    handle: (incoming, responder) => {
      const pathname = getPath(toOriginForm(incoming.target))
      if (api.knows(pathname)) return api.handle(incoming, responder)
      const isReading = incoming.method === "GET" || incoming.method === "HEAD"
      const isRoot = pathname === "/" && isReading && isHtmlAccepted(incoming.header("accept"))
      if (!isRoot && !isBelow(pathname)) return api.handle(incoming, responder)
      const exchange = beginExchange(incoming, settings)
      site(exchange, responder).then(
        (delivered) => observed(exchange, route, delivered),
        () => observed(exchange, route, sendProblem(exchange, responder, settings, refusals.unavailable)),
      )
      return () => {}
    },
  }
}

const root = "/console/"
const route = "/console/*"

const isBelow = (pathname: string): boolean => pathname === "/console" || pathname.startsWith(root)

const isHtmlAccepted = (accept: string | undefined): boolean =>
  /(^|,)\s*text\/html\s*(;|,|$)/i.test(accept ?? "")

type Site = (exchange: Exchange, responder: Responder) => Promise<Delivered>

const makeSite = (settings: TransportSettings, options: ConsoleOptions): Site => {
  const folder = options.files ?? installedSite()
  let loading: Promise<SiteFiles | undefined> | undefined
  const load = (): Promise<SiteFiles | undefined> => {
    if (folder === undefined) return Promise.resolve(undefined)
    loading ??= SiteFiles.open(folder).catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }

  return async (exchange, responder) => {
    const { incoming, pathname } = exchange
    const refuse = (problem: Problem) => sendProblem(exchange, responder, settings, problem)
    const send = (status: number, headers: Readonly<Record<string, string>>, body?: string | Uint8Array) =>
      sendText(exchange, responder, settings, status, headers, body)

    if (settings.allowedHosts !== undefined && !isKnownHost(incoming.header("host"), settings.allowedHosts))
      return refuse(refusals.unknownHost)
    if (incoming.method !== "GET" && incoming.method !== "HEAD")
      return refuse(refusals.makeMethodNotAllowed("GET, HEAD"))
    const base = `${incoming.base ?? ""}${root}`
    if (!pathname.startsWith(root)) return send(303, { Location: base, Vary: "Accept" })
    const files = await load()
    if (files === undefined) return refuse(refusals.consoleMissing)
    const name = pathname.slice(root.length)
    const file = await files.find(name)
    if (file !== undefined) return send(200, ...chooseEncoding(exchange, settings, file, getFilePolicy(name)))
    // A file of another version: the page in its place would be a script that does not parse.
    if (name.startsWith("assets/")) return refuse(refusals.notFound)
    const nonce = makeNonce()
    const first = findFirstLinks(files.first, {
      name,
      search: incoming.target.split("?")[1] ?? "",
      acceptLanguage: incoming.header("accept-language"),
      cookie: incoming.header("cookie"),
    })
    const { newAccounts, provider = false } = options
    const page = fillPage(files.page, { base, nonce, provider, newAccounts, first })
    return send(200, makePageHeaders(nonce, options), page)
  }
}

/** The names of files change with their content, so caches keep them. */
const immutable = "public, max-age=31536000, immutable"

const chooseEncoding = (
  { incoming }: Exchange,
  { compression }: TransportSettings,
  { brotli, gzip, plain, type }: SiteFile,
  policy: Readonly<Record<string, string>>,
): readonly [Readonly<Record<string, string>>, Uint8Array] => {
  const headers = {
    "Content-Type": type,
    "Cache-Control": immutable,
    "Cross-Origin-Resource-Policy": "same-origin",
    Vary: "Accept-Encoding",
    ...policy,
  }
  const accepted = compression.enabled ? incoming.header("accept-encoding") : undefined
  if (brotli !== undefined && isBrotliAccepted(accepted))
    return [{ ...headers, "Content-Encoding": "br" }, brotli]
  if (gzip !== undefined && isGzipAccepted(accepted))
    return [{ ...headers, "Content-Encoding": "gzip" }, gzip]
  return [headers, plain]
}

const isBrotliAccepted = (accepted: string | undefined): boolean =>
  accepted !== undefined && /(^|,)\s*br\s*(;\s*q=(1|0?\.\d*[1-9])\d*\s*)?(,|$)/i.test(accepted)
