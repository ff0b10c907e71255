/** Memory of processes on this machine. */
import { readFileSync } from "node:fs"

export const readResidentMegabytes = (pid: number): number => {
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
  return Number(kib) / 1024
}
