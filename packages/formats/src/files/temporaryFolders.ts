/**
 * Folders for temporary files. Their names say which process made them, so that a later start removes those of processes that were
 * killed, and only those: several servers may share a folder for temporary files, also from containers that cannot see each other.
 */
import { createHash } from "node:crypto"
import { mkdtempSync, readFileSync, readlinkSync } from "node:fs"
import { lstat, readdir, rm, utimes } from "node:fs/promises"
import { hostname, tmpdir } from "node:os"
import { join } from "node:path"

export type TemporaryKind = "import" | "export" | "spill" | "spool"

/** A folder that exists until it is removed. */
export interface TemporaryFolder {
  readonly path: string
  readonly remove: () => Promise<void>
}

const pattern = /^annotary-(?:import|export|spill|spool)-(?:([0-9a-f]{12})-(\d+)-(\d+)-)?[A-Za-z0-9]{6}$/

const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

/** Process ids mean something within one boot of one machine, and within one namespace of it, such as a container. */
const findMachine = (): string => {
  let namespace = ""
  try {
    namespace = readlinkSync("/proc/self/ns/pid")
  } catch {
    // Only Linux has namespaces.
  }
  const parts = [hostname(), read("/proc/sys/kernel/random/boot_id"), namespace]
  return createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 12)
}

/** When a process started, in ticks since the boot: ids are used again. Empty without such a process, or where the system does not say it. */
const findStart = (pid: number | "self"): string => {
  const stat = read(`/proc/${pid}/stat`)
  // The name of the program, in parentheses, may contain spaces.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? ""
}

let own: { readonly machine: string; readonly start: string } | undefined
const findSelf = () => {
  own ??= { machine: findMachine(), start: findStart("self") || "0" }
  return own
}

/** Makes a folder that is not kept alive: for files that exist only while a call lasts. */
export const makeTemporaryFolderSync = (kind: TemporaryKind, parent = tmpdir()): string => {
  const { machine, start } = findSelf()
  return mkdtempSync(join(parent, `annotary-${kind}-${machine}-${process.pid}-${start}-`))
}

/** The interval at which a folder is marked as used. */
const beatMillis = 60_000

/** Folders of machines and containers that cannot be asked stay for so long after their last mark. */
const staleMillis = 3_600_000

/** Folders of earlier versions are not marked. */
const unmarkedMillis = 24 * 3_600_000

export const makeTemporaryFolder = (kind: TemporaryKind, parent = tmpdir()): TemporaryFolder => {
  const path = makeTemporaryFolderSync(kind, parent)
  const timer = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => {})
  }, beatMillis)
  timer.unref()
  return {
    path,
    remove: async () => {
      clearInterval(timer)
      await rm(path, { recursive: true, force: true })
    },
  }
}

/** Removes the folders of processes that ended without removing them, and returns their names. Failures are left to the next time. */
export const sweepTemporaryFolders = async (parent = tmpdir()): Promise<ReadonlyArray<string>> => {
  const removed: Array<string> = []
  for (const name of await readdir(parent).catch(() => [])) {
    const path = join(parent, name)
    if (!(await isAbandoned(path, name).catch(() => false))) continue
    await rm(path, { recursive: true, force: true }).then(
      () => removed.push(name),
      () => {},
    )
  }
  return removed
}

const isAbandoned = async (path: string, name: string): Promise<boolean> => {
  const match = pattern.exec(name)
  if (match === null) return false
  const status = await lstat(path)
  if (!status.isDirectory() || status.uid !== (process.getuid?.() ?? status.uid)) return false
  const age = Date.now() - status.mtimeMs
  const [, machine, pid, start] = match
  if (machine === undefined) return age > unmarkedMillis
  return machine === findSelf().machine ? isDead(Number(pid), start ?? "") : age > staleMillis
}

const isDead = (pid: number, start: string): boolean => {
  const now = findStart(pid)
  if (now !== "") return start !== "0" && now !== start
  try {
    process.kill(pid, 0)
    return false
  } catch (cause) {
    return cause instanceof Error && "code" in cause && cause.code === "ESRCH"
  }
}
