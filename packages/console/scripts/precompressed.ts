/** A plugin of Vite that writes a Brotli and a gzip twin beside every text and program of the build. */
import { readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { Plugin } from "vite"

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Fonts and pictures are compressed already. The page is filled in for each answer, so no twin of it could be sent. */
const isText = /\.(js|css|svg|json|map|wasm)$/

const compress = async (path: string): Promise<void> => {
  const plain = await readFile(path)
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength }
  await Promise.all([
    brotli(plain, { params }).then((bytes) => writeFile(`${path}.br`, bytes)),
    zip(plain, { level: 9 }).then((bytes) => writeFile(`${path}.gz`, bytes)),
  ])
}

export const precompressed = (): Plugin => ({
  name: "annotary-precompressed",
  apply: "build",
  writeBundle: async ({ dir = "dist/site" }) => {
    const files = await readdir(dir, { recursive: true, withFileTypes: true })
    const texts = files.filter((file) => file.isFile() && isText.test(file.name))
    await Promise.all(texts.map((file) => compress(join(file.parentPath, file.name))))
  },
})
