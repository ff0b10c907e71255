/**
 * Packs files into a tar archive that refers to them: nothing is read before the archive is sent, so that memory stays constant for
 * any size. Paths are written as pax records, which have no limit of length and are UTF-8.
 */

/** A file with its path in the archive. */
export interface PackedFile {
  readonly path: string
  readonly file: Blob
}

const block = 512
const encoder = new TextEncoder()

export const makeTar = (files: ReadonlyArray<PackedFile>): Blob =>
  new Blob(
    [
      ...files.flatMap(({ file, path }) => [...makePaxHeader(path), ...makeEntry("file", "0", file)]),
      new Uint8Array(2 * block),
    ],
    { type: "application/x-tar" },
  )

/** The record that names the entry behind it. */
const makePaxHeader = (path: string): ReadonlyArray<BlobPart> => {
  const record = formatPaxRecord(`path=${path}\n`)
  return makeEntry("path", "x", new Blob([record]))
}

/** A record begins with its length in bytes, which contains the digits of the length. */
const formatPaxRecord = (text: string): string => {
  const bytes = encoder.encode(text).length + 1
  let length = bytes
  while (length !== bytes + String(length).length) length = bytes + String(length).length
  return `${length} ${text}`
}

const makeEntry = (name: string, type: string, content: Blob): ReadonlyArray<BlobPart> => [
  makeHeader(name, type, content.size),
  content,
  new Uint8Array((block - (content.size % block)) % block),
]

/** The largest size in eleven octal digits. */
const maxOctal = 8 ** 11 - 1

const makeHeader = (name: string, type: string, size: number): Uint8Array<ArrayBuffer> => {
  if (size > maxOctal) throw new RangeError("A file of a tar archive has at most 8 GiB.")
  const bytes = new Uint8Array(block)
  const write = (at: number, text: string) => bytes.set(encoder.encode(text), at)
  write(0, name)
  write(100, "0000644\0")
  write(108, "0000000\0")
  write(116, "0000000\0")
  write(124, `${size.toString(8).padStart(11, "0")} `)
  write(136, "00000000000 ")
  // The checksum counts itself as spaces.
  write(148, "        ")
  write(156, type)
  write(257, "ustar\x0000")
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  write(148, `${sum.toString(8).padStart(6, "0")}\0 `)
  return bytes
}
