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
