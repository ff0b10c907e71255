type LoadFile = (url: string) => Promise<ArrayBuffer>

/** The most files that are kept: those of two labels in the shown frame and the next one. */
const maxFiles = 4

/** Loads files, and keeps those that were read last. A reader may not transfer the buffer. */
export const keepFiles = (load: LoadFile): LoadFile => {
  const files = new Map<string, Promise<ArrayBuffer>>()
  return (url) => {
    const file = files.get(url) ?? load(url)
    files.delete(url)
    files.set(url, file)
    const [oldest] = files.keys()
    if (files.size > maxFiles && oldest !== undefined) files.delete(oldest)
    // The next reader tries again.
    file.catch(() => files.get(url) === file && files.delete(url))
    return file
  }
}
