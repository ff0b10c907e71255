/** Decodes frames of LZ4. The library that encodes them runs for long on broken ones: here every length is checked before it is used. */

const magic = 0x184d2204
const [hasDictionary, hasChecksum, hasSize, hasBlockChecksums] = [1, 4, 8, 16]
const notCompressed = 0x80000000

/** Fails when the frame is broken, or has more bytes than `limit`. Checksums are not compared. */
export const decodeLz4 = (frame: Uint8Array, limit = Number.POSITIVE_INFINITY): Uint8Array => {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength)
  if (view.getUint32(0, true) !== magic) throw new Error("This is not an LZ4 frame.")
  const flags = view.getUint8(4)
  if (flags >> 6 !== 1) throw new Error("This is another version of LZ4.")
  const output = new Output(Math.min(frame.length * 4, limit), limit)
  let at = 7 + (flags & hasSize ? 8 : 0) + (flags & hasDictionary ? 4 : 0)
  for (;;) {
    const size = view.getUint32(at, true)
    at += 4
    if (size === 0) break
    const length = (size & ~notCompressed) >>> 0
    if (at + length > frame.length) throw new Error("A block of LZ4 ends early.")
    const block = frame.subarray(at, at + length)
    if (size & notCompressed) output.add(block)
    else decodeBlock(block, output)
    at += length + (flags & hasBlockChecksums ? 4 : 0)
  }
  if (flags & hasChecksum && at + 4 > frame.length) throw new Error("A frame of LZ4 ends early.")
  return output.bytes
}

/** A block without a frame around it. Fails when it does not have the length. */
export const decodeLz4Block = (block: Uint8Array, length: number): Uint8Array => {
  const output = new Output(length, length)
  decodeBlock(block, output)
  if (output.bytes.length !== length) throw new Error(`A block of LZ4 does not have ${length} bytes.`)
  return output.bytes
}

/** Each sequence is literals, then a part of the output again. */
const decodeBlock = (block: Uint8Array, output: Output): void => {
  let at = 0
  const byte = () => {
    const value = block[at]
    if (value === undefined) throw new Error("A block of LZ4 ends early.")
    at += 1
    return value
  }
  const readLength = (first: number) => {
    let length = first
    if (first === 15)
      for (;;) {
        const more = byte()
        length += more
        if (more !== 255) break
      }
    return length
  }
  while (at < block.length) {
    const token = byte()
    const literals = readLength(token >> 4)
    if (at + literals > block.length) throw new Error("A block of LZ4 ends early.")
    output.add(block.subarray(at, at + literals))
    at += literals
    if (at === block.length) return
    const offset = byte() | (byte() << 8)
    output.repeat(offset, readLength(token & 15) + 4)
  }
}

export class TooManyBytes extends Error {
  readonly bytes: number

  constructor(bytes: number) {
    super("The frame has more bytes than the limit.")
    this.bytes = bytes
  }
}

class Output {
  #buffer: Uint8Array
  #length = 0
  readonly #limit: number

  constructor(expected: number, limit: number) {
    this.#limit = limit
    this.#buffer = new Uint8Array(expected)
  }

  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#length)
  }

  add(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#buffer.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /** Repeats what was written `offset` bytes before, which may reach into what is written now. */
  repeat(offset: number, length: number): void {
    if (offset === 0 || offset > this.#length) throw new Error("A block of LZ4 refers to nothing.")
    this.#reserve(length)
    const from = this.#length - offset
    if (offset >= length) this.#buffer.copyWithin(this.#length, from, from + length)
    else for (let i = 0; i < length; i++) this.#buffer[this.#length + i] = this.#buffer[from + i] ?? 0
    this.#length += length
  }

  #reserve(more: number): void {
    if (this.#length + more > this.#limit) throw new TooManyBytes(this.#length + more)
    if (this.#length + more <= this.#buffer.length) return
    const grown = new Uint8Array(2 * (this.#length + more))
    grown.set(this.#buffer.subarray(0, this.#length))
    this.#buffer = grown
  }
}
