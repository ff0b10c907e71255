/** Runs Python programs that compute our figures by other libraries. */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestContext } from "vitest"
import { pythonWith } from "../../../../formats/test/validators/python.ts"

/** Without their dependencies: they name more than the parts that are used here need, one of them a compiler with Boost. */
const partial = [
  "--no-deps",
  "kalphacv==1.5.2",
  "crowd-kit==1.4.2",
  "rilacs==1.0.3",
  "nuscenes-devkit==1.2.0",
  "pyquaternion==0.9.9",
]

const packages = [
  "numpy==2.4.6",
  "scipy==1.17.1",
  "shapely==2.2.0",
  "pycocotools==2.0.11",
  "krippendorff==0.9.0",
  "pandas==3.1.1",
  "attrs==26.1.0",
  "scikit-learn==1.9.1",
  "tqdm==4.70.1",
  "pillow==12.0.0",
  ...partial,
]

/** Passes the input as JSON to the program, in `data`, and returns the JSON that it prints. Skips the test where the packages cannot be had. */
export const compute = async <A>(program: string, input: unknown, context: TestContext): Promise<A> => {
  const python = await pythonWith(packages)
  if (python === null) return context.skip()
  const folder = await mkdtemp(join(tmpdir(), "annotary-agreement-"))
  try {
    const file = join(folder, "input.json")
    await writeFile(file, JSON.stringify(input))
    const printed = await python.run(
      `import json, sys\ndata = json.load(open(sys.argv[1]))\n${program}`,
      file,
    )
    return JSON.parse(printed.trim().split("\n").at(-1) ?? "")
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The largest difference of two lists, relative to numbers above 1. */
export const findLargestDifference = (ours: ReadonlyArray<number>, theirs: ReadonlyArray<number>): number => {
  if (ours.length !== theirs.length) return Number.POSITIVE_INFINITY
  return ours.reduce((largest, value, index) => {
    const other = theirs[index] ?? Number.NaN
    const difference = value === other ? 0 : Math.abs(value - other) / Math.max(1, Math.abs(other))
    return Number.isNaN(difference) ? Number.POSITIVE_INFINITY : Math.max(largest, difference)
  }, 0)
}

/** Prints the difference, so that a run shows how close both are, not only that they are close enough. */
export const reportDifference = (figure: string, difference: number): number => {
  process.stderr.write(`${figure}: largest difference ${difference.toExponential(1)}\n`)
  return difference
}
