/** The addresses that samples and labels name for a file. */
import type { JsonObject } from "../json/value.ts"

/** All that are named. A signed one comes first: the other may be of a private storage. */
export const listAddresses = ({ signed_url, url }: JsonObject): ReadonlyArray<string> =>
  [signed_url, url].filter((one) => typeof one === "string").filter((text) => text !== "")

/** The first that a browser can load. */
export const findLoadable = (addresses: ReadonlyArray<string>): string | undefined =>
  addresses.find((text) => /^(https?:|\/)/.test(text))

/** Whether some of the addresses of two files are of one: their signatures may differ, and nothing else. */
export const areSame = (some: ReadonlyArray<string>, others: ReadonlyArray<string>): boolean => {
  const files = new Set(some.map(removeSignature))
  return others.some((address) => files.has(removeSignature(address)))
}

const removeSignature = (address: string): string => {
  const at = address.indexOf("?")
  if (at === -1) return address
  const parts = address
    .slice(at + 1)
    .split("&")
    .map((part) => ({ part, name: part.split("=", 1)[0]?.toLowerCase() ?? "" }))
  const names = new Set(parts.map(({ name }) => name))
  const signing = new Set(schemes.filter(({ signature }) => names.has(signature)).flatMap((one) => one.names))
  const others = parts.filter(({ name }) => !signing.has(name)).map(({ part }) => part)
  return [address.slice(0, at), ...others.toSorted()].join("?")
}

/** The query parameters of addresses that storages signed. Without a signature, a query says which file it is. */
const schemes: ReadonlyArray<{ readonly signature: string; readonly names: ReadonlyArray<string> }> = [
  {
    // Assets of the service, S3 and Google of the second version, and CloudFront.
    signature: "signature",
    names: ["signature", "expires", "awsaccesskeyid", "googleaccessid", "key-pair-id", "policy"],
  },
  ...["amz", "goog"].map((vendor) => ({
    signature: `x-${vendor}-signature`,
    names: [
      "signature",
      "algorithm",
      "credential",
      "date",
      "expires",
      "signedheaders",
      "security-token",
      "content-sha256",
      "checksum-mode",
    ].map((name) => `x-${vendor}-${name}`),
  })),
  {
    // Azure.
    signature: "sig",
    names: "sig sv ss srt sr sp st se sip spr si sdd skoid sktid skt ske sks skv saoid suoid scid".split(" "),
  },
]
