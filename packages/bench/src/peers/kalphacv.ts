/** Kalphacv and scipy from PyPI, installed once beside the packages. */
import { execFile } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const run = promisify(execFile)

export const version = "1.5.2"

const home = fileURLToPath(
  new URL(`../../node_modules/.cache/annotary-bench/kalphacv-${version}`, import.meta.url),
)
const python = join(home, "environment/bin/python")
/** Written when the installation is complete. */
const complete = join(home, "complete")

/** Installs what is missing. Rejects where Python or a package is missing. */
export const installKalphacv = async (): Promise<void> => {
  if (existsSync(complete)) return
  mkdirSync(home, { recursive: true })
  await run("python3", ["-m", "venv", join(home, "environment")])
  const dependencies = [
    "scipy==1.17.1",
    "numpy==2.4.6",
    "krippendorff==0.9.0",
    "shapely==2.2.0",
    "pillow",
    "tqdm",
  ]
  await run(python, ["-m", "pip", "install", "--quiet", ...dependencies])
  await run(python, ["-m", "pip", "install", "--quiet", "--no-deps", `kalphacv==${version}`])
  writeFileSync(complete, version)
}

const alphas = `
import json, sys, time
from kalphacv.calculate_iaa import calculate_iaa
data = json.load(open(sys.argv[1]))
begun = time.process_time()
calculate_iaa("bbox", data, "raters", "rater", [0.5], 0.6, silent=True)
print(time.process_time() - begun)
`

const memory = `
${alphas}
import resource
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000)
`

/** Returns the most memory in MB of a process that computes the object α of all images. */
export const measureMemoryOfKalphacv = async (file: string): Promise<number> => runProgram(memory, file)

/** Returns the seconds of the processor that the object α of all images takes, from the parsed file of COCO. */
export const computeAlphasByKalphacv = async (file: string): Promise<number> => runProgram(alphas, file)

/** Each matrix many times, so that the clock is fine enough. Matrices are arrays already, as a program in Python has them. */
const assignments = `
import json, sys, time
import numpy as np
from scipy.optimize import linear_sum_assignment
matrices = [np.array(costs, float).reshape((size, size)) for size, costs in json.load(open(sys.argv[1]))]
times = max(1, 2_000_000 // sum(matrix.size for matrix in matrices))
begun = time.process_time()
for _ in range(times):
    for matrix in matrices:
        allowed = np.where(matrix >= 0.5, matrix, 0)
        rows, columns = linear_sum_assignment(allowed, maximize=True)
        keep = allowed[rows, columns] > 0
        rows, columns = rows[keep], columns[keep]
print((time.process_time() - begun) / times / len(matrices))
`

/** Returns the seconds that the pairs above the threshold take, for each matrix. */
export const matchByScipy = async (file: string): Promise<number> => runProgram(assignments, file)

const runProgram = async (program: string, file: string): Promise<number> => {
  // One thread, as on our side.
  const env = { ...process.env, OPENBLAS_NUM_THREADS: "1" }
  const { stdout } = await run(python, ["-c", program, file], { env, maxBuffer: 2 ** 20 })
  return Number(stdout.trim().split("\n").at(-1))
}
