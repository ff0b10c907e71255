/** Refuses what cannot be the place or the credentials of a bucket. Messages never repeat credentials. */
import type { BucketCredentials, BucketPlace, Violation } from "@annotary/core/effect"
import { type AddressPolicy, checkUrl } from "@annotary/webhooks"
import { Either } from "effect"

export const checkPlace = (
  { account, endpoint, kind, name, prefix, region }: BucketPlace,
  given: BucketCredentials | null,
  policy: AddressPolicy,
): ReadonlyArray<Violation> => {
  const toViolations = (pointer: string, message: string | null): ReadonlyArray<Violation> =>
    message === null ? [] : [{ pointer, message }]
  const azure = kind === "azure"
  return [
    ...toViolations(
      "/name",
      /^[a-z0-9$][a-z0-9._-]{1,221}$/i.test(name) ? null : "must be the name of a bucket",
    ),
    ...toViolations("/account", findAccountFault(account, azure)),
    ...toViolations("/prefix", findPrefixFault(prefix)),
    ...toViolations(
      "/region",
      region === null || /^[a-z0-9-]{1,60}$/.test(region) ? null : "must be a region",
    ),
    ...toViolations("/endpoint", endpoint === null ? null : findEndpointFault(endpoint, azure, policy)),
    ...(given === null ? [] : toViolations("/credentials", findCredentialsFault(given, azure))),
  ]
}

const findAccountFault = (account: string, azure: boolean): string | null => {
  if (!azure) return account === "" ? null : "is for Azure alone"
  return /^[a-z0-9]{3,24}$/.test(account) ? null : "must be the name of a storage account"
}

const findPrefixFault = (prefix: string): string | null => {
  if (/\p{Cc}/u.test(prefix)) return "must not contain control characters"
  return prefix.split("/").some((step) => step === "." || step === "..")
    ? "must not contain `.` or `..`"
    : null
}

/** An emulator of Azure has the account in its path. */
const findEndpointFault = (endpoint: string, azure: boolean, policy: AddressPolicy): string | null => {
  const checked = checkUrl(endpoint, policy)
  if (Either.isLeft(checked)) return checked.left.message
  const { hash, pathname, search } = new URL(endpoint)
  if (search !== "" || hash !== "") return "must have no query and no fragment"
  return azure || pathname === "/" ? null : "must have no path; the name of the bucket is added"
}

const findCredentialsFault = ({ keyId, secret }: BucketCredentials, azure: boolean): string | null => {
  if (!/^[\x21-\x7e]+$/.test(secret)) return "must be keys without spaces"
  if (azure)
    return /^[A-Za-z0-9+/]{20,}={0,2}$/.test(secret) ? null : "must be the account's key, which is base64"
  return /^[\w+=,.@-]+$/.test(keyId) ? null : "must have the id of the key"
}
