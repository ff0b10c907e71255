/** Tokens of assets, and how they stand in a URL: with the extension of the file's name, which some readers go by. */

/** 128 random bits, hex. */
export const randomToken = (): string => {
  let text = ""
  for (const byte of globalThis.crypto.getRandomValues(new Uint8Array(16)))
    text += byte.toString(16).padStart(2, "0")
  return text
}

/** `.png` of `street 1.PNG`; empty when there is none that is short and plain. */
export const extensionOf = (filename: string): string =>
  /\.[a-z0-9]{1,8}$/.exec(filename.toLowerCase())?.[0] ?? ""

/** The token in a URL's last segment. */
export const tokenIn = (segment: string): string => segment.split(".", 1)[0] ?? ""
