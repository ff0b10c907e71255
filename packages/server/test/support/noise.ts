/** Pictures of noise, which no compression makes smaller. */
import { randomBytes } from "node:crypto"
import { crc32, deflateSync } from "node:zlib"

const makeChunk = (type: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, sum])
}

/** A gray picture that cannot be compressed. */
export const makePicture = (size: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header[8] = 8
  const rows = Array.from({ length: size }, () => Buffer.concat([Buffer.alloc(1), randomBytes(size)]))
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    makeChunk("IHDR", header),
    makeChunk("IDAT", deflateSync(Buffer.concat(rows))),
    makeChunk("IEND", Buffer.alloc(0)),
  ])
}
