/** Tokens of assets and their form in a URL, with the extension of the file name for readers that depend on it. */

/** 128 random bits, hex. */
export const randomToken = (): string => {
  let text = ""
  for (const byte of globalThis.crypto.getRandomValues(new Uint8Array(16)))
    text += byte.toString(16).padStart(2, "0")
  return text
}

/** `.png` of `street 1.PNG`. Empty without a short, plain extension. */
export const extensionOf = (filename: string): string =>
  /\.[a-z0-9]{1,8}$/.exec(filename.toLowerCase())?.[0] ?? ""

/** The token in the last segment of a URL. */
export const tokenIn = (segment: string): string => segment.split(".", 1)[0] ?? ""
