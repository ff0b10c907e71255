/**
 * Writes a name as a part of a key: `%`, `/`, control characters and halves of surrogate pairs as `%` and their code in hex, so that two names
 * never become one. Halves would all become the same bytes otherwise.
 */
export const escapeKeyPart = (name: string): string =>
  name.replace(/[%/\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/gu, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase()
    return code.length > 2 ? `%u${code.padStart(4, "0")}` : `%${code.padStart(2, "0")}`
  })
