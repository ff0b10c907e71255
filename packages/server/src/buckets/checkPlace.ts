/** What cannot be the place or the credentials of a bucket. Messages never repeat credentials. */
import type { BucketCredentials, BucketPlace, Violation } from "@annotary/core/effect"
import { type AddressPolicy, checkUrl } from "@annotary/webhooks"
import { Either } from "effect"

export const checkPlace = (
  { account, endpoint, kind, name, prefix, region }: BucketPlace,
  given: BucketCredentials | null,
  policy: AddressPolicy,
): ReadonlyArray<Violation> => {
  const at = (pointer: string, message: string | null): ReadonlyArray<Violation> =>
    message === null ? [] : [{ pointer, message }]
  const azure = kind === "azure"
  return [
    ...at("/name", /^[a-z0-9$][a-z0-9._-]{1,221}$/i.test(name) ? null : "must be the name of a bucket"),
    ...at("/account", accountFault(account, azure)),
    ...at("/prefix", prefixFault(prefix)),
    ...at("/region", region === null || /^[a-z0-9-]{1,60}$/.test(region) ? null : "must be a region"),
    ...at("/endpoint", endpoint === null ? null : endpointFault(endpoint, azure, policy)),
    ...(given === null ? [] : at("/credentials", credentialsFault(given, azure))),
  ]
}

const accountFault = (account: string, azure: boolean): string | null => {
  if (!azure) return account === "" ? null : "is for Azure alone"
  return /^[a-z0-9]{3,24}$/.test(account) ? null : "must be the name of a storage account"
}

const prefixFault = (prefix: string): string | null => {
  if (/\p{Cc}/u.test(prefix)) return "must not contain control characters"
  return prefix.split("/").some((step) => step === "." || step === "..")
    ? "must not contain `.` or `..`"
    : null
}

/** An emulator of Azure has the account in its path. */
const endpointFault = (endpoint: string, azure: boolean, policy: AddressPolicy): string | null => {
  const checked = checkUrl(endpoint, policy)
  if (Either.isLeft(checked)) return checked.left.message
  const { hash, pathname, search } = new URL(endpoint)
  if (search !== "" || hash !== "") return "must have no query and no fragment"
  return azure || pathname === "/" ? null : "must have no path; the name of the bucket is added"
}

const credentialsFault = ({ keyId, secret }: BucketCredentials, azure: boolean): string | null => {
  if (!/^[\x21-\x7e]+$/.test(secret)) return "must be keys without spaces"
  if (azure)
    return /^[A-Za-z0-9+/]{20,}={0,2}$/.test(secret) ? null : "must be the account's key, which is base64"
  return /^[\w+=,.@-]+$/.test(keyId) ? null : "must have the id of the key"
}
