/** The address of a link or an image that a stranger wrote, when it leads to the web; undefined for every other scheme and for parts of addresses. */
export const parseWebAddress = (written: string | undefined): URL | undefined => {
  if (written === undefined || !URL.canParse(written)) return undefined
  const url = new URL(written)
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined
}

/** Whether the address is that of an uploaded file on the server. */
export const isAssetAddress = (url: URL, server: string): boolean =>
  url.origin === server && /\/assets\/[^/]+\/[^/]+/.test(url.pathname)
