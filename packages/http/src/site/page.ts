/** The page of the console as an answer: filled in for one request, with the headers that keep it to itself. */
import type { ConsoleOptions, NewAccounts } from "../handlers/console/site.ts"
import type { FirstLinks } from "./firstFiles.ts"

/** The values that the server fills in. */
export interface PageValues {
  /** The path of the console: `/console/`, or `/annotary/console/` in a host. */
  readonly base: string
  readonly nonce: string
  /** Whether people may sign in with an identity provider. */
  readonly provider: boolean
  readonly newAccounts: NewAccounts | undefined
  readonly first: FirstLinks
}

/** The page with its values. */
export const fillPage = (page: string, values: PageValues): string =>
  page
    .replaceAll("__BASE__", escapeHtml(values.base))
    .replaceAll("__NONCE__", values.nonce)
    .replaceAll("__PROVIDER__", values.provider ? "openid" : "")
    .replaceAll("__ACCOUNTS__", values.newAccounts ?? "")
    .replaceAll("__AREAS__", values.first.areas.join(" "))
    // Behind the style sheets that every page has: those of a page change what these say. The last, because names of datasets are
    // part of the links, and may look like what is filled in.
    .replace("</head>", () => `${formatLinks(values)}</head>`)

const formatLinks = ({ base, first, nonce }: PageValues): string => {
  const link = (kind: string, href: string) =>
    `<link ${kind} crossorigin href="${escapeHtml(href)}" nonce="${nonce}">`
  const getLinkKind = (file: string) => (file.endsWith(".css") ? 'rel="stylesheet"' : 'rel="modulepreload"')
  return [
    ...first.files.map((file) => link(getLinkKind(file), base + file)),
    ...first.calls.map((call) => link('rel="preload" as="fetch"', base.replace(/\/console\/$/, "") + call)),
    ...first.fonts.map((file) => link('rel="preload" as="font"', base + file)),
  ].join("")
}

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")

/** A value that nobody can foresee, for the styles of one page. */
export const makeNonce = (): string =>
  Buffer.from(globalThis.crypto.getRandomValues(new Uint8Array(16))).toString("base64url")

/** The headers of the page. Its nonce is good for one answer, so it is never kept. */
export const makePageHeaders = (
  nonce: string,
  { assetOrigins = [] }: ConsoleOptions,
): Readonly<Record<string, string>> => ({
  "Content-Type": "text/html; charset=utf-8",
  "Cache-Control": "no-store",
  "Content-Security-Policy": formatPolicy(nonce, assetOrigins),
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": unused.map((feature) => `${feature}=()`).join(", "),
})

/**
 * The header with a policy of a file's own. A worker has that of its file: the one that reads LAZ files may compile the WebAssembly of its
 * decoder, which the page may not.
 */
export const getFilePolicy = (name: string): Readonly<Record<string, string>> =>
  name.startsWith("assets/lazWorker-")
    ? {
        "Content-Security-Policy":
          "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
      }
    : {}

const unused = ["accelerometer", "camera", "geolocation", "gyroscope", "microphone", "payment", "usb"]

const formatPolicy = (nonce: string, origins: ReadonlyArray<string>): string => {
  const assets = origins.map((origin) => ` ${origin}`).join("")
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    `img-src 'self' data: blob:${assets}`,
    `connect-src 'self'${assets}`,
    "font-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ")
}
