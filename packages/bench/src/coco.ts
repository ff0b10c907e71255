/** Reading of a COCO file in any order, and its import, against Datumaro's loading and writing of the same file. */
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { writeCocoFile } from "./harness/cocoFile.ts"
import { measureCpu } from "./harness/measureCpu.ts"
import { bundleServer } from "./harness/processes.ts"
import type { Benchmark, Stage } from "./harness/stage.ts"
import { copyByDatumaro, installDatumaro, version } from "./peers/datumaro.ts"

const run = promisify(execFile)
const reader = fileURLToPath(new URL("./harness/formatsProcess.js", import.meta.url))

/** Images of the file that is read, and of the one that is imported: 154 MB of 540 000 polygons. */
const [few, many] = [4000, 40_000]

export const runBenchmark: Benchmark = async (stage) => {
  const folders = {
    grouped: join(stage.folder, "grouped"),
    shuffled: join(stage.folder, "shuffled"),
    large: join(stage.folder, "large"),
  }
  await writeCocoFile(folders.grouped, few, "grouped")
  await writeCocoFile(folders.shuffled, few, "shuffled")
  await stage.compare({
    metric:
      "54 000 polygons of COCO that are not grouped by image, read; peer grouped ones (images per s of a processor)",
    target: { of: "ratio", atLeast: 1 / 1.3 },
    packages: ["@annotary/formats"],
    ours: () => read(folders.shuffled),
    peer: () => read(folders.grouped),
  })
  try {
    await installDatumaro()
  } catch (error) {
    const [reason] = String(error).split("\n")
    stage.print(`coco skipped: Datumaro ${version} from PyPI cannot be installed. ${reason}`)
    return
  }
  await writeCocoFile(folders.large, many, "shuffled")
  await stage.compare({
    metric: `540 000 polygons imported into SQLite, peer loaded and written by Datumaro ${version} (images per s of a processor)`,
    target: { of: "ratio", atLeast: 2 },
    packages: ["@annotary/server", "@annotary/formats"],
    ours: () => importByCommand(stage, folders.large),
    peer: async () => many / (await copyByDatumaro(folders.large, join(stage.folder, "copy"))),
  })
}

const read = async (folder: string): Promise<number> => {
  const { stdout } = await run(process.execPath, [reader, "coco", String(few), folder, "read"])
  return few / JSON.parse(stdout).seconds
}

/** The processor time of the whole command, into a new database. */
const importByCommand = async (stage: Stage, folder: string): Promise<number> => {
  const data = mkdtempSync(join(stage.folder, "data-"))
  const database = `sqlite:${join(data, "annotary.db")}`
  const env = { ...process.env, ANNOTARY_DATA_DIR: data, ANNOTARY_DATABASE_URL: database }
  const runAnnotary = (...args: ReadonlyArray<string>) =>
    run(process.execPath, [bundleServer(), ...args], { env })
  await runAnnotary("user", "create", "ada")
  const seconds = await measureCpu(
    process.execPath,
    [bundleServer(), "import", folder, "--dataset", "ada/polygons"],
    env,
  )
  rmSync(data, { recursive: true })
  return many / seconds
}
