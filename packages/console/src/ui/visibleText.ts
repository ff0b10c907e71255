/** Text of others made harmless to the eye: characters that are invisible, or turn the direction, are shown by their codes. Pure. */

/** A piece of text, or the code of a character that cannot be seen. */
export interface Piece {
  readonly text: string
  readonly isHidden: boolean
}

/** Control characters but tab and line feed, marks of direction, zero widths, separators of lines, and lone surrogates. */
const hidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** The text with the codes in place of what cannot be seen, where only plain text can be shown. */
export const toVisibleText = (text: string): string =>
  splitVisiblePieces(text)
    .map((piece) => piece.text)
    .join("")

export const splitVisiblePieces = (text: string): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  let from = 0
  for (const { 0: character, index } of text.matchAll(hidden)) {
    if (index > from) pieces.push({ text: text.slice(from, index), isHidden: false })
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")
    pieces.push({ text: `U+${code}`, isHidden: true })
    from = index + 1
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isHidden: false })
  return pieces
}
