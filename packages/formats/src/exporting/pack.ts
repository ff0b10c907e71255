/** Packs a folder as a zip file: the same files give the same bytes. */
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { PassThrough } from "node:stream"
import yazl from "yazl"

/** Times in zip files are of the local zone; a fixed one makes the bytes equal everywhere. */
const time = new Date(1980, 0, 1)

/** The bytes of the zip file, which is written while it is read. A file that cannot be read ends them with its error. */
export async function* zipFolder(folder: string): AsyncGenerator<Uint8Array> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const prefix = join(folder, "/").length
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  const zip = new yazl.ZipFile()
  const output = new PassThrough()
  zip.on("error", (cause) => output.destroy(cause))
  zip.outputStream.pipe(output)
  for (const path of paths)
    zip.addFile(path, path.slice(prefix).replaceAll("\\", "/"), {
      mtime: time,
      mode: 0o100644,
      compress: !alreadyPacked.test(path),
    })
  zip.end()
  yield* output
}

const alreadyPacked = /\.(jpe?g|png|webp|gif|zip|gz|feather|parquet)$/i
