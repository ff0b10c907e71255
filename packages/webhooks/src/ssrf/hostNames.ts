/** Host names that mean a machine of one's own network, as data. What is left is looked up, and its addresses are judged. */
export type NameDecision = "public" | "private" | "never"

/** Looked up only where the settings open some range. */
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

/** Where clouds keep credentials: no setting opens them. */
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

/** `name` is in lower case, as a parsed URL has it. */
export const decideName = (name: string): NameDecision => {
  const bare = name.replace(/\.+$/, "")
  if (bare === "" || never.includes(bare)) return "never"
  // A full stop at the end keeps search domains out, and misses every list of names that is compared as text.
  if (bare !== name) return "never"
  const isPrivate =
    !bare.includes(".") || privateEndings.some((ending) => bare === ending || bare.endsWith(`.${ending}`))
  return isPrivate ? "private" : "public"
}

const label = /^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/

/**
 * Whether DNS and certificates can have such a name: the URL parser takes empty labels and most punctuation. An underscore is
 * let through within a label, where containers and buckets have it, but not in the last two of a public name: no registry
 * gives such a domain away. `name` is in lower case, as a parsed URL has it; a full stop at the end is somebody else's to judge.
 */
export const isHostName = (name: string): boolean => {
  const bare = name.endsWith(".") ? name.slice(0, -1) : name
  const labels = bare.split(".")
  if (bare.length > 253 || !labels.every((each) => label.test(each))) return false
  return decideName(bare) === "private" || !labels.slice(-2).some((each) => each.includes("_"))
}
