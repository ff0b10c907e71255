/** Runs a Python program against written files. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type { TestContext } from "vitest"
import { pythonWith } from "./python.ts"

/**
 * Writes the files into a temporary folder, runs the program with the folder as its argument, and parses the JSON on its last line. Skips the
 * test where the packages cannot be had.
 */
export const checkedBy = async (
  packages: ReadonlyArray<string>,
  program: string,
  files: ReadonlyMap<string, Uint8Array | string>,
  context: TestContext,
): Promise<unknown> => {
  const python = await pythonWith(packages)
  if (python === null) return context.skip()
  const folder = await mkdtemp(join(tmpdir(), "annotary-files-"))
  try {
    for (const [path, content] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), content)
    }
    const printed = await python.run(program, folder)
    return JSON.parse(printed.trim().split("\n").at(-1) ?? "")
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
