/** The corpus of addresses, as the tests read it. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

export interface Corpus {
  readonly blockedRanges: ReadonlyArray<string>
  readonly metadata: ReadonlyArray<string>
  readonly metadataNames: ReadonlyArray<string>
  readonly allowed: ReadonlyArray<string>
  readonly blockedSpellings: ReadonlyArray<{ readonly host: string }>
  readonly blockedUrls: ReadonlyArray<string>
  readonly blockedPorts: ReadonlyArray<number>
  readonly allowedPorts: ReadonlyArray<number>
  readonly allowedUrls: ReadonlyArray<{ readonly url: string; readonly stored: string }>
  readonly lookups: ReadonlyArray<{ readonly case: string; readonly answers: ReadonlyArray<string> }>
}

export const corpus = JSON.parse(
  readFileSync(fileURLToPath(new URL("./corpus.json", import.meta.url)), "utf8"),
) as Corpus

/** As it stands in a URL. */
export const inUrl = (address: string): string => (address.includes(":") ? `[${address}]` : address)

/** First, last and one between, counted apart from the code that is tested. */
export const edgesOf = (range: string): ReadonlyArray<string> => {
  const [start = "", bits = "0"] = range.split("/")
  const isSix = start.includes(":")
  const width = isSix ? 128n : 32n
  const size = 1n << (width - BigInt(bits))
  const from = isSix ? fromSix(start) : fromFour(start)
  return [from, from + size / 2n, from + size - 1n].map(isSix ? toSix : toFour)
}

const fromFour = (text: string): bigint =>
  text.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n)
const toFour = (value: bigint): string =>
  [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join(".")
const fromSix = (text: string): bigint => {
  const [head = "", tail = ""] = text.split("::")
  const before = head.split(":").filter((part) => part !== "")
  const after = tail.split(":").filter((part) => part !== "")
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0")
  return [...before, ...zeros, ...after].reduce((sum, part) => sum * 65536n + BigInt(`0x${part}`), 0n)
}
const toSix = (value: bigint): string =>
  Array.from({ length: 8 }, (_, at) => ((value >> BigInt(112 - at * 16)) & 65535n).toString(16)).join(":")

/** Every URL of the corpus that must be refused, with the canary's port in it. */
export const blockedUrls = (port: number): ReadonlyArray<string> => {
  const hosts = [
    ...corpus.blockedSpellings.map(({ host }) => host),
    ...corpus.metadataNames,
    ...corpus.metadata.map(inUrl),
    ...corpus.blockedRanges.flatMap(edgesOf).map(inUrl),
  ]
  return [
    ...hosts.flatMap((host) => [`https://${host}:${port}/hook`, `http://${host}:${port}/hook`]),
    ...corpus.blockedUrls.map((url) => url.replace("PORT", String(port))),
    ...corpus.blockedPorts.map((blocked) => `https://example.com:${blocked}/`),
  ]
}
