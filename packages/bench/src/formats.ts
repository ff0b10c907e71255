/** Boxes as COCO and YOLO, against Datumaro: how fast, and in how much memory. Each writing is a process. */
import { execFile } from "node:child_process"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Benchmark } from "./harness/stage.ts"
import { installDatumaro, version, writeByDatumaro } from "./peers/datumaro.ts"

const run = promisify(execFile)
const program = fileURLToPath(new URL("./harness/formatsProcess.js", import.meta.url))

/** Images with ten boxes each. */
const images = 100_000

const formats = [
  { title: "COCO", ours: "coco", peer: "coco_instances", isRead: true },
  // Reading YOLO needs the images.
  { title: "YOLO", ours: "yolo-detect", peer: "yolo", isRead: false },
]

interface Written {
  readonly seconds: number
  readonly megabytes: number
  readonly peakMegabytes: number
  readonly boxes: number
}

export const runBenchmark: Benchmark = async (stage) => {
  try {
    await installDatumaro()
  } catch (error) {
    const [reason] = String(error).split("\n")
    stage.print(`formats skipped: Datumaro ${version} from PyPI cannot be installed. ${reason}`)
    return
  }
  const memory = mkdtempSync(join(memoryFolder ?? stage.folder, "annotary-bench-"))
  stage.defer(() => rmSync(memory, { recursive: true, force: true }))
  const folder = join(memory, "written")
  /** Calls `write` with a new folder, which is removed then. */
  const measureWritten = async (write: () => Promise<string>): Promise<Written> => {
    try {
      return JSON.parse(await write())
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const runAnnotary = async (...args: ReadonlyArray<string>): Promise<string> =>
    (await run(process.execPath, [program, ...args])).stdout
  for (const { isRead, ours, peer, title } of formats) {
    const peaks = { ours: [] as Array<number>, peer: [] as Array<number> }
    await stage.compare({
      metric: `1 000 000 boxes as ${title}, peer Datumaro ${version} (boxes per s of a processor)`,
      target: { of: "ratio", atLeast: 3 },
      packages: ["@annotary/formats"],
      ours: async () => {
        const written = await measureWritten(() => runAnnotary(ours, String(images), folder))
        peaks.ours.push(written.peakMegabytes)
        return computeRate(written)
      },
      peer: async () => {
        const written = await measureWritten(() => writeByDatumaro(peer, images, folder))
        peaks.peer.push(written.peakMegabytes)
        return computeRate(written)
      },
    })
    const written: Written = JSON.parse(await runAnnotary(ours, String(images), folder))
    stage.print(`1 000 000 boxes written as ${title}: ${formatWritten(written)}`)
    if (isRead)
      stage.print(
        `and read: ${formatWritten(await measureWritten(() => runAnnotary(ours, String(images), folder, "read")))}`,
      )
    rmSync(folder, { recursive: true, force: true })
    stage.report(
      {
        metric: `peak memory of 1 000 000 boxes as ${title}, peer Datumaro ${version} (MB)`,
        target: { of: "ours", atMost: 300 },
        packages: ["@annotary/formats"],
      },
      peaks.ours.map((megabytes, round) => ({ ours: megabytes, peer: peaks.peer[round] ?? 0 })),
    )
  }
}

/** A folder in memory, on Linux: a new file takes the disk several times the work of either program, and as much for both. */
const memoryFolder = ["/dev/shm"].find((path) => existsSync(path))

const computeRate = ({ boxes, seconds }: Written): number => boxes / seconds

const formatWritten = ({ megabytes, peakMegabytes, seconds }: Written): string =>
  `${seconds.toFixed(1)} s, ${(megabytes / seconds).toFixed(1)} MB/s of ${megabytes.toFixed(0)} MB, ${peakMegabytes.toFixed(0)} MB of memory`
