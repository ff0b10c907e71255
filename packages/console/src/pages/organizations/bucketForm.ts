/** The fields of a bucket's dialog, and the bodies that they become. */
import type { Wire } from "../../api/client.ts"
import type { Bucket } from "./calls.ts"

export interface BucketFields {
  readonly kind: Wire<"BucketKind">
  readonly name: string
  readonly account: string
  readonly prefix: string
  readonly endpoint: string
  readonly region: string
  readonly seconds: number | string
  readonly keyId: string
  readonly secret: string
}

export const toBucketFields = (bucket: Bucket | undefined): BucketFields => ({
  kind: bucket?.kind ?? "s3",
  name: bucket?.name ?? "",
  account: bucket?.account ?? "",
  prefix: bucket?.prefix ?? "",
  endpoint: bucket?.endpoint ?? "",
  region: bucket?.region ?? "",
  seconds: bucket?.url_seconds ?? 3600,
  keyId: "",
  secret: "",
})

/**
 * Whether half of the credentials is missing. A key id and its secret are stored together; Azure has no key id. A new
 * bucket needs both.
 */
export const isMissingCredentials = (
  { keyId, kind, secret }: Pick<BucketFields, "keyId" | "kind" | "secret">,
  isNew: boolean,
): boolean => {
  if (kind === "azure") return isNew && secret === ""
  const hasId = keyId.trim() !== ""
  return hasId !== (secret !== "") || (isNew && !hasId)
}

const pickFilled = <Name extends string>(name: Name, value: string): { [Key in Name]?: string } =>
  // Cast: a computed key has the type string.
  (value.trim() === "" ? {} : { [name]: value.trim() }) as { [Key in Name]?: string }

const toCredentials = ({ keyId, kind, secret }: BucketFields) => ({
  ...(kind === "azure" ? {} : pickFilled("key_id", keyId)),
  secret,
})

export const makeBucket = (fields: BucketFields): Wire<"NewBucket"> => ({
  kind: fields.kind,
  name: fields.name.trim(),
  ...(fields.kind === "azure" ? pickFilled("account", fields.account) : {}),
  ...pickFilled("prefix", fields.prefix),
  ...pickFilled("endpoint", fields.endpoint),
  ...pickFilled("region", fields.region),
  ...(fields.seconds === "" ? {} : { url_seconds: Number(fields.seconds) }),
  credentials: toCredentials(fields),
})

/** Without credentials the stored ones stay. */
export const makeBucketChange = (fields: BucketFields): Wire<"BucketChange"> => ({
  endpoint: fields.endpoint.trim() === "" ? null : fields.endpoint.trim(),
  region: fields.region.trim() === "" ? null : fields.region.trim(),
  ...(fields.seconds === "" ? {} : { url_seconds: Number(fields.seconds) }),
  ...(fields.secret === "" ? {} : { credentials: toCredentials(fields) }),
})
