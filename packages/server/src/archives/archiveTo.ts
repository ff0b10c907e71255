/** Writes an archive as a tar file in gzip: to standard output, or to a file that has its name only when it is whole and on disk. */
import { once } from "node:events"
import { open, rm, stat } from "node:fs/promises"
import { dirname } from "node:path"
import type { Writable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import type { ArchivePart } from "@annotary/core/effect"
import { type Pack, pack } from "tar-stream"
import { renameNew } from "./renameNew.ts"

type Entry = ReturnType<Pack["entry"]>

export const archiveTo = async (
  parts: AsyncIterable<ArchivePart>,
  out: string,
  stdout: Writable,
  signal: AbortSignal,
): Promise<void> => {
  if (out === "-") return await writeTar(parts, stdout, false, signal)
  const partial = `${out}.part`
  // What a killed attempt has left. One that still runs notices at its end.
  await rm(partial, { force: true })
  const handle = await open(partial, "wx")
  const { ino } = await handle.stat()
  const isMine = async () => (await stat(partial).catch(() => undefined))?.ino === ino
  try {
    await writeTar(parts, handle.createWriteStream(), true, signal)
    if (!(await isMine())) throw new Error("another archive of that name began meanwhile")
    await syncFile(partial)
    await renameNew(partial, out)
    await syncFile(dirname(out))
  } catch (cause) {
    if (await isMine()) await rm(partial, { force: true })
    throw cause
  }
}

const writeTar = async (
  parts: AsyncIterable<ArchivePart>,
  out: Writable,
  end: boolean,
  signal: AbortSignal,
): Promise<void> => {
  const tar = pack()
  // Ends both when one of them fails: the reading of the dataset, or the writing of the file.
  const failed = new AbortController()
  const ended = AbortSignal.any([signal, failed.signal])
  const written = pipeline(tar, createGzip(), out, { end, signal: ended })
  const filled = fill(tar, parts, ended)
  try {
    await Promise.all([written, filled])
  } catch (cause) {
    failed.abort(cause)
    await Promise.allSettled([written, filled])
    throw cause
  }
}

/** Writes one file after the other, no faster than they are taken. */
const fill = async (tar: Pack, parts: AsyncIterable<ArchivePart>, signal: AbortSignal): Promise<void> => {
  const mtime = new Date()
  let open: { readonly entry: Entry; readonly done: Promise<void> } | undefined
  const close = async () => {
    open?.entry.end(undefined)
    await open?.done
  }
  for await (const part of parts) {
    signal.throwIfAborted()
    if (part instanceof Uint8Array) {
      if (open?.entry.write(part) === false) await once(open.entry, "drain", { signal })
      continue
    }
    await close()
    open = begin(tar, { ...part, mtime })
  }
  await close()
  tar.finalize()
}

const begin = (
  tar: Pack,
  header: { readonly name: string; readonly size: number; readonly mtime: Date },
): { readonly entry: Entry; readonly done: Promise<void> } => {
  let end: (error?: unknown) => void = () => undefined
  const done = new Promise<void>((resolve, reject) => {
    end = (error) => (error === undefined || error === null ? resolve() : reject(error))
  })
  // Handled where it is awaited, which may be never. A tar file that is destroyed ends its entry with an error.
  done.catch(() => undefined)
  return { entry: tar.entry(header, end), done }
}

/** Waits until the written bytes are on disk. */
const syncFile = async (path: string): Promise<void> => {
  const handle = await open(path, "r")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
