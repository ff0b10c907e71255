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

export const keepEncoded = (text: string, bytes: Uint8Array): void => {
  if (text.length < minCharacters || text.length > maxCharacters) return
  encodedTexts = [{ text, bytes }, ...encodedTexts.slice(0, maxTexts - 1)]
}

export const findEncoded = (text: string): Uint8Array | undefined =>
  text.length < minCharacters ? undefined : encodedTexts.find((encoded) => encoded.text === text)?.bytes
