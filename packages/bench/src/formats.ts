/** Boxes as COCO and YOLO, against Datumaro: how fast, and in how much memory. Each writing is a process. */
import { execFile } from "node:child_process"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import type { Benchmark } from "./harness/stage.ts"
import { installDatumaro, version, writeByDatumaro } from "./peers/datumaro.ts"

const run = promisify(execFile)
const program = fileURLToPath(new URL("./harness/formatsProcess.js", import.meta.url))

/** Images with ten boxes each. */
const images = { few: 10_000, many: 100_000 }

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
  const folder = join(stage.folder, "written")
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
    const peaks: Array<number> = []
    await stage.compare({
      metric: `100 000 boxes as ${title}, peer Datumaro ${version} (boxes per s of a processor)`,
      target: { of: "ratio", atLeast: 3 },
      packages: ["@annotary/formats"],
      ours: async () =>
        computeRate(await measureWritten(() => runAnnotary(ours, String(images.few), folder))),
      peer: async () => {
        const peerWritten = await measureWritten(() => writeByDatumaro(peer, images.few, folder))
        peaks.push(peerWritten.peakMegabytes)
        return computeRate(peerWritten)
      },
    })
    const many = String(images.many)
    const large: Written = JSON.parse(await runAnnotary(ours, many, folder))
    stage.print(`1 000 000 boxes written as ${title}: ${formatWritten(large)}`)
    if (isRead)
      stage.print(
        `and read: ${formatWritten(await measureWritten(() => runAnnotary(ours, many, folder, "read")))}`,
      )
    rmSync(folder, { recursive: true, force: true })
    stage.report(
      {
        metric: `peak memory of 1 000 000 boxes as ${title}, peer Datumaro ${version} with 100 000 (MB)`,
        target: { of: "ratio", atMost: 1.5 },
        packages: ["@annotary/formats"],
      },
      peaks.map((peak) => ({ ours: large.peakMegabytes, peer: peak })),
    )
  }
}

const computeRate = ({ boxes, seconds }: Written): number => boxes / seconds

const formatWritten = ({ megabytes, peakMegabytes, seconds }: Written): string =>
  `${seconds.toFixed(1)} s, ${(megabytes / seconds).toFixed(1)} MB/s of ${megabytes.toFixed(0)} MB, ${peakMegabytes.toFixed(0)} MB of memory`
