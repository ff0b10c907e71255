/**
 * Checks the lengths of lists in a Feather file. Arrow believes them: a damaged length makes it read elements until the memory is full.
 */

import { DictionaryBatch } from "apache-arrow/fb/dictionary-batch"
import type { Field } from "apache-arrow/fb/field"
import { Footer } from "apache-arrow/fb/footer"
import { Message } from "apache-arrow/fb/message"
import { MessageHeader } from "apache-arrow/fb/message-header"
import { RecordBatch } from "apache-arrow/fb/record-batch"
import { Schema } from "apache-arrow/fb/schema"
import { ByteBuffer } from "flatbuffers"

/** The length of the footer, 4 bytes, and the word ARROW1 end a file. */
const endBytes = 10

/** Throws when the lists of the file have more elements than the file has bytes, or a part is outside of the file. */
export const checkLengths = (bytes: Uint8Array): void => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const lists = new Lists(bytes.length)
  const end = bytes.length - endBytes
  const start = end - view.getInt32(end, true)
  const footer = Footer.getRootAsFooter(new ByteBuffer(bytes.subarray(start, end)))
  lists.schema(footer.schema())
  const batches = lists.count(footer.recordBatchesLength())
  const dictionaries = lists.count(footer.dictionariesLength())
  const offsets = [
    // The schema once more, behind the word ARROW1 and two bytes.
    8,
    ...Array.from({ length: batches }, (_, index) => Number(footer.recordBatches(index)?.offset())),
    ...Array.from({ length: dictionaries }, (_, index) => Number(footer.dictionaries(index)?.offset())),
  ]
  for (const offset of offsets) lists.message(messageAt(bytes, view, offset))
}

const messageAt = (bytes: Uint8Array, view: DataView, offset: number): Message => {
  // Files of old writers have the length alone, later ones −1 before it.
  const at = view.getInt32(offset, true) === -1 ? offset + 4 : offset
  const length = view.getInt32(at, true)
  return Message.getRootAsMessage(new ByteBuffer(bytes.subarray(at + 4, at + 4 + length)))
}

/** Counts elements of lists: each takes one byte of the file or more. Casts: the header has the type that the message names. */
class Lists {
  #left: number

  constructor(bytes: number) {
    this.#left = bytes
  }

  count(length: number): number {
    this.#left -= length
    if (length < 0 || this.#left < 0) throw new Error("A list is longer than the file.")
    return length
  }

  schema(schema: Schema | null): void {
    if (schema === null) throw new Error("The schema is missing.")
    this.count(schema.customMetadataLength())
    this.count(schema.featuresLength())
    const fields = this.count(schema.fieldsLength())
    for (let index = 0; index < fields; index++) this.#field(schema.fields(index))
  }

  message(message: Message): void {
    this.count(message.customMetadataLength())
    const type = message.headerType()
    if (type === MessageHeader.Schema) this.schema(message.header(new Schema()) as Schema | null)
    else if (type === MessageHeader.RecordBatch)
      this.#batch(message.header(new RecordBatch()) as RecordBatch | null)
    else if (type === MessageHeader.DictionaryBatch) {
      const dictionary = message.header(new DictionaryBatch()) as DictionaryBatch | null
      this.#batch(dictionary?.data() ?? null)
    } else throw new Error("This is no message of a table.")
  }

  #field(field: Field | null): void {
    if (field === null) return
    this.count(field.customMetadataLength())
    const children = this.count(field.childrenLength())
    for (let index = 0; index < children; index++) this.#field(field.children(index))
  }

  #batch(batch: RecordBatch | null): void {
    if (batch === null) throw new Error("A batch is missing.")
    this.count(batch.nodesLength())
    this.count(batch.buffersLength())
    this.count(batch.variadicBufferCountsLength())
  }
}
