/** Shards in memory, as the tool writes them: files of one name follow each other. */
import { pack } from "tar-stream"
import { encodeFile, type Files } from "../files.ts"

export const tarOf = async (files: Files): Promise<Uint8Array> => {
  const entries = pack()
  for (const [name, content] of Object.entries(files))
    entries.entry({ name, mode: 0o444 }, Buffer.from(encodeFile(content)))
  entries.finalize()
  const parts: Array<Uint8Array> = []
  for await (const part of entries) parts.push(part as Uint8Array)
  return Buffer.concat(parts)
}
