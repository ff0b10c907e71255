/**
 * The conditions under which a cookie identifies the sender: the request comes from a page of the console itself. SameSite alone is
 * not enough, because pages of other ports of the same host are of the same site.
 */
import type { AuthenticationRequest } from "@annotary/core/effect"
import * as Url from "@effect/platform/Url"
import { Either, Option } from "effect"
import { isLoopback } from "../../transport/address/hostNames.ts"
import type { Problem } from "../../transport/problem/problem.ts"
import * as refusals from "../../transport/problem/refusals.ts"

/** The options of the console. */
export interface ConsoleOptions {
  /** Allows cookies over plain http also on addresses that are not loopback, where others may read them. By default false. */
  readonly plainHttp?: boolean | undefined
  /** The folder of the console's built files. By default that of the package `@annotary/console`, when it is installed. */
  readonly files?: string | undefined
  /** Whether the sign-in page offers the identity provider. By default false. */
  readonly provider?: boolean | undefined
  /**
   * For whom an invitation creates an account, so that pages say it before somebody sends a link or fills in a form:
   * everybody with the link, people whom the identity provider signs in, or nobody. By default pages say nothing about it.
   */
  readonly newAccounts?: NewAccounts | undefined
  /** Other origins from which pages may load files of samples, such as that of an object storage. By default none. */
  readonly assetOrigins?: ReadonlyArray<string> | undefined
}

/** The people without an account who can accept an invitation. */
export type NewAccounts = "link" | "provider" | "nobody"

/** An address of the console, and whether its cookie is bound to https or a loopback address. */
export interface Site {
  readonly origin: string
  readonly secure: boolean
}

type SentHeaders = Pick<AuthenticationRequest, "method" | "header">

/** Returns the address of the console that a request was sent to; otherwise a problem. */
export const findSite = (
  { header }: SentHeaders,
  publicUrl: string,
  { plainHttp = false }: ConsoleOptions,
): Either.Either<Site, Problem> => {
  const { hostname, origin, protocol } = new URL(publicUrl)
  const sent = parseOrigin(`${protocol}//${header("host") ?? ""}`)
  const own = sent?.origin === origin || (sent !== undefined && areOneLoopback(sent, new URL(publicUrl)))
  if (sent === undefined || !own) return Either.left(refusals.foreignHost)
  const secure = protocol === "https:" || isLoopback(hostname)
  return secure || plainHttp
    ? Either.right({ origin: sent.origin, secure })
    : Either.left(refusals.plainHttpConsole)
}

/** `findSite`, for a request that a page of the console has sent. */
export const findPageSite = (
  request: SentHeaders,
  publicUrl: string,
  options: ConsoleOptions,
): Either.Either<Site, Problem> =>
  Either.flatMap(findSite(request, publicUrl, options), (site) => {
    const problem = checkOrigin(request, site)
    return problem === undefined ? Either.right(site) : Either.left(problem)
  })

const checkOrigin = ({ header, method }: SentHeaders, { origin }: Site): Problem | undefined => {
  const sent = header("origin")
  const isSafe = method === "GET" || method === "HEAD"
  const isOwn = sent === undefined ? isSafe && header("sec-fetch-site") === "same-origin" : sent === origin
  if (!isOwn) return refusals.foreignOrigin
  return isSafe || (jsonTypes.test(header("content-type") ?? "") && header("annotary-console") === "1")
    ? undefined
    : refusals.notFromConsole
}

/** The types that forms cannot send. */
const jsonTypes = /^application\/(json|x-ndjson) *(;|$)/i

/** Names of a loopback address are one server: which of them a person types is chance. */
const areOneLoopback = (a: URL, b: URL): boolean =>
  isLoopback(a.hostname) && isLoopback(b.hostname) && a.port === b.port

const parseOrigin = (text: string): URL | undefined => {
  const url = Option.getOrUndefined(Either.getRight(Url.fromString(text)))
  return url?.pathname === "/" && `${url.username}${url.password}${url.search}${url.hash}` === ""
    ? url
    : undefined
}
