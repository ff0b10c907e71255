/** The address of a link or an image that a stranger wrote, when it leads to the web; undefined for every other scheme and for parts of addresses. */
export const parseWebAddress = (written: string | undefined): URL | undefined => {
  if (written === undefined || !URL.canParse(written)) return undefined
  const url = new URL(written)
  return url.protocol === "https:" || url.protocol === "http:" ? url : undefined
}
