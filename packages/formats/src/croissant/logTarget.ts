/** A target that remembers its files, with their sizes and digests. */
import { createHash } from "node:crypto"
import type { OutputFile, Target } from "../files/Target.ts"

export interface WrittenFile {
  readonly path: string
  readonly bytes: number
  /** In hexadecimal digits. */
  readonly sha256: string
}

/** `files` is complete when all files are closed; it is in the order in which they were. */
export const logTarget = (
  target: Target,
): { readonly target: Target; readonly files: ReadonlyArray<WrittenFile> } => {
  const files: Array<WrittenFile> = []
  const logFile = (path: string, file: OutputFile): OutputFile => {
    const hash = createHash("sha256")
    let bytes = 0
    return {
      write: async (part) => {
        hash.update(part)
        bytes += typeof part === "string" ? Buffer.byteLength(part) : part.length
        await file.write(part)
      },
      close: async () => {
        files.push({ path, bytes, sha256: hash.digest("hex") })
        await file.close()
      },
    }
  }
  const { settle, spool } = target
  return { files, target: { settle, spool, open: async (path) => logFile(path, await target.open(path)) } }
}
