/** Changes the entries of a tar.gz file, as somebody might who wants to know what is checked. */
import { createReadStream, createWriteStream } from "node:fs"
import { pipeline } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import { extract, pack } from "tar-stream"

/** The new text of an entry; null leaves it out. */
export type Change = (name: string, text: string) => string | null

/** Entries to add at the end have the names of `more`. Texts are read and written byte by byte. */
export const rewritten = async (
  from: string,
  to: string,
  change: Change,
  more: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const tar = createReadStream(from).pipe(createGunzip()).pipe(extract())
  const out = pack()
  const written = pipeline(out, createGzip(), createWriteStream(to))
  for await (const entry of tar) {
    const chunks: Array<Buffer> = []
    for await (const chunk of entry) chunks.push(chunk as Buffer)
    const text = change(entry.header.name, Buffer.concat(chunks).toString("latin1"))
    if (text !== null) out.entry({ name: entry.header.name }, Buffer.from(text, "latin1"))
  }
  for (const [name, text] of Object.entries(more)) out.entry({ name }, text)
  out.finalize()
  await written
}
