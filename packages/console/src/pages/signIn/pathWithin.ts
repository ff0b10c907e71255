/** A path of the console that somebody wanted to open, and its start page for anything else: links may name foreign addresses. */
export const limitPath = (wanted: string | undefined, base: string): string => {
  const origin = "http://page.invalid"
  if (wanted === undefined || !wanted.startsWith("/") || !URL.canParse(wanted, origin)) return base
  const { hash, origin: found, pathname, search } = new URL(wanted, origin)
  return found === origin && pathname.startsWith(base) ? `${pathname}${search}${hash}` : base
}
