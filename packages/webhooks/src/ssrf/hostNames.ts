/** Host names of private networks, as data. Other names are looked up and their addresses are checked. */
export type NameDecision = "public" | "private" | "never"

/** Looked up only when the settings allow some range. */
const privateEndings = [
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "svc",
  "home.arpa",
]

/** Hosts of cloud credentials: no setting allows them. */
const never = [
  "metadata",
  "metadata.google.internal",
  "metadata.azure.internal",
  "metadata.tencentyun.com",
  "instance-data",
  "instance-data.ec2.internal",
  "kubernetes.default",
  "kubernetes.default.svc",
  "kubernetes.default.svc.cluster.local",
]

/** `name` is in lower case, as in a parsed URL. */
export const decideName = (name: string): NameDecision => {
  const bare = name.replace(/\.+$/, "")
  if (bare === "" || never.includes(bare)) return "never"
  // A trailing full stop bypasses every list of names that is compared as text.
  if (bare !== name) return "never"
  const isPrivate =
    !bare.includes(".") || privateEndings.some((ending) => bare === ending || bare.endsWith(`.${ending}`))
  return isPrivate ? "private" : "public"
}

const label = /^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/

/**
 * Whether DNS and certificates can have such a name: the URL parser accepts empty labels and most punctuation.
 * An underscore is allowed within a label, as in names of containers and buckets, but not in the last two
 * labels of a public name, because no registry assigns such a domain. `name` is in lower case, as in a parsed
 * URL; a trailing full stop is ignored.
 */
export const isHostName = (name: string): boolean => {
  const bare = name.endsWith(".") ? name.slice(0, -1) : name
  const labels = bare.split(".")
  if (bare.length > 253 || !labels.every((each) => label.test(each))) return false
  return decideName(bare) === "private" || !labels.slice(-2).some((each) => each.includes("_"))
}
