/**
 * The bytes of the long texts that were received or sent last: a write answers with the text that it received, and its warnings are
 * mostly those of the write before. Nobody changes the bytes.
 */

interface EncodedText {
  readonly text: string
  readonly bytes: Uint8Array
}

/** Shorter texts are encoded as fast as they are searched. Longer ones would take too much memory. */
const minCharacters = 64 * 1024
const maxCharacters = 512 * 1024
const maxTexts = 4

let encodedTexts: ReadonlyArray<EncodedText> = []

/** Remembers a whole text: a part of a longer one would keep all of it in memory. */
export const keepEncoded = (text: string, bytes: Uint8Array): void => {
  if (text.length < minCharacters || text.length > maxCharacters || isSmallPart(bytes)) return
  encodedTexts = [{ text, bytes }, ...encodedTexts.filter((encoded) => encoded.text !== text)].slice(
    0,
    maxTexts,
  )
}

export const findEncoded = (text: string): Uint8Array | undefined => {
  if (text.length < minCharacters) return undefined
  const encoded = encodedTexts.find((one) => one.text === text)
  if (encoded === undefined || encoded.bytes.byteLength > 0) return encoded?.bytes
  // A host has detached the buffer.
  encodedTexts = encodedTexts.filter((one) => one !== encoded)
  return undefined
}

/** Whether the bytes keep a buffer in memory that is much longer. */
const isSmallPart = (bytes: Uint8Array): boolean => bytes.buffer.byteLength > 2 * bytes.byteLength
