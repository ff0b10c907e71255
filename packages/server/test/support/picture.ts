/** The beginning of a PNG file: what measuring reads. */

interface Header {
  readonly width: number
  readonly height: number
  /** EXIF orientation. */
  readonly orientation?: number
}

const makeChunk = (type: string, data: Uint8Array): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(type, "latin1"), data, Buffer.alloc(4)])
}

const makeExif = (orientation: number): Buffer => {
  const bytes = Buffer.alloc(26)
  bytes.write("II", 0, "latin1")
  bytes.writeUInt16LE(42, 2)
  bytes.writeUInt32LE(8, 4)
  bytes.writeUInt16LE(1, 8)
  bytes.writeUInt16LE(274, 10)
  bytes.writeUInt16LE(3, 12)
  bytes.writeUInt32LE(1, 14)
  bytes.writeUInt16LE(orientation, 18)
  return bytes
}

export const makeHeader = ({ height, orientation, width }: Header): Uint8Array<ArrayBuffer> => {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 2], 8)
  return Uint8Array.from(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      makeChunk("IHDR", size),
      ...(orientation === undefined ? [] : [makeChunk("eXIf", makeExif(orientation))]),
      makeChunk("IDAT", Buffer.alloc(20)),
      makeChunk("IEND", new Uint8Array()),
    ]),
  )
}
