/** A text in lower case as a database without a locale makes it: letters outside of ASCII stay. */
export const lowerAscii = (text: string): string =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
