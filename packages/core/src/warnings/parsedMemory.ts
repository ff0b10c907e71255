/**
 * Estimates the memory that a JSON text takes once it is parsed. V8 ends the whole process, not only the thread, when its parser finds no memory:
 * a text must be weighed before it is parsed, and a heap limit comes too late.
 */

/** Bytes that V8 takes at most for each of them, measured with the texts that take most: arrays in arrays, objects of one new key. */
const container = 64
const key = 120
const item = 24

/** Bytes that no character of a text exceeds, whatever it is: those of a container and of its text in two bytes. */
const perCharacter = container + 2

/** Whether a valid JSON text and its parsed value may together take more bytes. Most texts are too short for any, and are not read. */
export const canExceedMemory = (text: string, bytes: number): boolean =>
  text.length * perCharacter > bytes && estimateParsedMemory(text) > bytes

/** An upper bound of the bytes that a valid JSON text and its parsed value take together. */
export const estimateParsedMemory = (text: string): number => {
  let bytes = text.length * (beyondLatin.test(text) ? 2 : 1)
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) {
      const end = findClosingQuote(text, i + 1)
      bytes += item + 2 * (end - i)
      i = end
    } else if (code === openBrace || code === openBracket) bytes += container
    else if (code === colon) bytes += key
    else if (code === comma) bytes += item
  }
  return bytes
}

/** With one such character, V8 takes two bytes for every character of a text. */
const beyondLatin = /[\u0100-\uffff]/

/** The position of the quote that ends a string, or of the text's end. */
const findClosingQuote = (text: string, from: number): number => {
  let end = text.indexOf('"', from)
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end < 0 ? text.length : end
}

const isEscaped = (text: string, at: number): boolean => {
  let backslashes = 0
  while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes++
  return backslashes % 2 === 1
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const openBrace = 0x7b
