/** The files that somebody dropped or chose, with their paths: folders are read to their ends. */
import type { PackedFile } from "./tar.ts"

/** Chosen with an input of files, or of a folder. */
export const listChosenFiles = (files: Iterable<File>): ReadonlyArray<PackedFile> =>
  [...files].map((file) => ({ file, path: file.webkitRelativePath || file.name })).filter(isWanted)

/** Dropped files and folders. Must be called while the drop is handled: its list is empty afterwards. */
export const readDroppedFiles = (transfer: DataTransfer): Promise<ReadonlyArray<PackedFile>> => {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  const files = [...transfer.files]
  return entries.length === 0
    ? Promise.resolve(listChosenFiles(files))
    : Promise.all(entries.map(listFiles)).then((found) => found.flat().filter(isWanted))
}

const listFiles = async (entry: FileSystemEntry): Promise<ReadonlyArray<PackedFile>> => {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ file, path: entry.fullPath.replace(/^\//, "") }]
  }
  return isFolder(entry) ? (await Promise.all((await listEntries(entry)).map(listFiles))).flat() : []
}

/** A reader returns some entries at a time, and none at the end. */
const listEntries = async (folder: FileSystemDirectoryEntry): Promise<ReadonlyArray<FileSystemEntry>> => {
  const reader = folder.createReader()
  const entries: Array<FileSystemEntry> = []
  for (;;) {
    const batch = await new Promise<ReadonlyArray<FileSystemEntry>>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0) return entries
    entries.push(...batch)
  }
}

// The flags say which kind an entry has.
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** Files that file managers add to folders. */
const isWanted = ({ path }: PackedFile): boolean =>
  !/(^|\/)(\.DS_Store|Thumbs\.db|desktop\.ini)$|(^|\/)__MACOSX\//.test(path)

/** Whether a file is an archive that the server unpacks. */
export const isArchive = ({ path }: PackedFile): boolean => /\.(zip|tar|tar\.gz|tgz)$/i.test(path)
