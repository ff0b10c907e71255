/**
 * Checks the lengths in a Feather file before it is read. Arrow believes them: a damaged length makes it read elements until the memory is
 * full, and a column that is compressed well may fill it, too.
 */

import { BodyCompression } from "apache-arrow/fb/body-compression"
import { CompressionType } from "apache-arrow/fb/compression-type"
import { DictionaryBatch } from "apache-arrow/fb/dictionary-batch"
import type { Field } from "apache-arrow/fb/field"
import { Footer } from "apache-arrow/fb/footer"
import { Message } from "apache-arrow/fb/message"
import { MessageHeader } from "apache-arrow/fb/message-header"
import { RecordBatch } from "apache-arrow/fb/record-batch"
import type { Schema } from "apache-arrow/fb/schema"
import { ByteBuffer } from "flatbuffers"
import type { Limits } from "../files/limits.ts"

/** The length of the footer, 4 bytes, and the word ARROW1 end a file. */
const endBytes = 10

/** The length of 8 bytes before each compressed column. */
const prefixBytes = 8

/** LZ4 makes no more than 255 bytes of one, Zstandard no more than 128 KiB of four. */
const lz4Ratio = 255
const zstdRatio = (128 * 1024) / 4

export interface CheckedFile {
  readonly codecs: ReadonlySet<CompressionType>
  /** An upper bound of the rows: each takes a bit or more. */
  readonly maxRows: number
}

/** Throws when the lists of the file have more elements than the file has bytes, or a part is outside of the file, or too large unpacked. */
export const checkLengths = (bytes: Uint8Array, limits: Limits): CheckedFile => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = bytes.length - endBytes
  const start = end - view.getInt32(end, true)
  const footer = Footer.getRootAsFooter(new ByteBuffer(bytes.subarray(start, end)))
  const checker = new Checker(bytes, view, limits.bytes)
  checker.checkSchema(footer.schema())
  const batches = checker.count(footer.recordBatchesLength())
  const dictionaries = checker.count(footer.dictionariesLength())
  for (let index = 0; index < batches; index++)
    checker.checkMessage(Number(footer.recordBatches(index)?.offset()))
  for (let index = 0; index < dictionaries; index++)
    checker.checkMessage(Number(footer.dictionaries(index)?.offset()))
  return { codecs: checker.codecs, maxRows: 8 * checker.unpackedBytes }
}

/** Counts elements of lists: each takes one byte of the file or more. Casts: the header has the type that the message names. */
class Checker {
  readonly codecs = new Set<CompressionType>()
  readonly #bytes: Uint8Array
  readonly #view: DataView
  /** No column that Zstandard compressed may be larger than this unpacked, nor all of them together. */
  readonly #maxBytes: number
  #left: number
  #unpacked: number
  #claimed = 0

  constructor(bytes: Uint8Array, view: DataView, maxBytes: number) {
    this.#bytes = bytes
    this.#maxBytes = maxBytes
    this.#view = view
    this.#left = bytes.length
    this.#unpacked = bytes.length
  }

  get unpackedBytes(): number {
    return this.#unpacked
  }

  count(length: number): number {
    this.#left -= length
    if (length < 0 || this.#left < 0) throw new Error("A list is longer than the file.")
    return length
  }

  checkSchema(schema: Schema | null): void {
    if (schema === null) throw new Error("The schema is missing.")
    this.count(schema.customMetadataLength())
    this.count(schema.featuresLength())
    const fields = this.count(schema.fieldsLength())
    for (let index = 0; index < fields; index++) this.#checkField(schema.fields(index))
  }

  checkMessage(offset: number): void {
    // Files of old writers have the length alone, later ones −1 before it.
    const at = this.#view.getInt32(offset, true) === -1 ? offset + 4 : offset
    const body = at + 4 + this.#view.getInt32(at, true)
    const message = Message.getRootAsMessage(new ByteBuffer(this.#bytes.subarray(at + 4, body)))
    this.count(message.customMetadataLength())
    const type = message.headerType()
    if (type === MessageHeader.RecordBatch)
      this.#checkBatch(message.header(new RecordBatch()) as RecordBatch | null, body)
    else if (type === MessageHeader.DictionaryBatch) {
      const dictionary = message.header(new DictionaryBatch()) as DictionaryBatch | null
      this.#checkBatch(dictionary?.data() ?? null, body)
    } else throw new Error("A batch is not a message of a table.")
  }

  #checkField(field: Field | null): void {
    if (field === null) return
    this.count(field.customMetadataLength())
    const children = this.count(field.childrenLength())
    for (let index = 0; index < children; index++) this.#checkField(field.children(index))
  }

  #checkBatch(batch: RecordBatch | null, body: number): void {
    if (batch === null) throw new Error("A batch is missing.")
    this.count(batch.nodesLength())
    const buffers = this.count(batch.buffersLength())
    const views = this.count(batch.variadicBufferCountsLength())
    let parts = 0
    for (let index = 0; index < views; index++) parts += Number(batch.variadicBufferCounts(index))
    // A column of views has some of the buffers for its texts.
    if (!(parts >= 0 && parts <= buffers)) throw new Error("A column has more parts than its batch.")
    const codec = batch.compression(new BodyCompression())?.codec()
    if (codec === undefined) return
    this.codecs.add(codec)
    for (let index = 0; index < buffers; index++) {
      const buffer = batch.buffers(index)
      const length = Number(buffer?.length())
      if (length === 0) continue
      this.#checkColumn(codec, body + Number(buffer?.offset()), length)
    }
  }

  #checkColumn(codec: CompressionType, start: number, length: number): void {
    if (!(start >= 0 && length >= prefixBytes && start + length <= this.#bytes.length))
      throw new Error("A column is outside of the file.")
    const claim = Number(this.#view.getBigInt64(start, true))
    // −1 says that the column is not compressed after all.
    if (claim === -1) return
    if (codec === CompressionType.LZ4_FRAME) {
      this.#unpacked += lz4Ratio * length
      return
    }
    if (!(claim >= 0 && claim <= Math.min(this.#maxBytes, zstdRatio * length)))
      throw new Error(`A column of ${length} bytes has ${claim} bytes unpacked.`)
    this.#unpacked += claim
    this.#claimed += claim
    if (this.#claimed > this.#maxBytes) throw new Error(`It has more than ${this.#maxBytes} bytes unpacked.`)
  }
}
