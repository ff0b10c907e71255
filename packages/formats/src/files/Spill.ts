/** A temporary file for what does not fit in memory. It has no name once it is open, so that it ends with the process. */
import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs"
import { join } from "node:path"
import { makeTemporaryFolderSync } from "./temporaryFolders.ts"

const mostReserved = 16 * 1024 * 1024

export class Spill {
  #file: number | undefined
  #folder: string | undefined
  #length = 0
  #reserved = 0

  /** Whether so many bytes may stay in memory instead: a few megabytes in all. */
  reserve(bytes: number): boolean {
    if (this.#reserved + bytes > mostReserved) return false
    this.#reserved += bytes
    return true
  }

  /** Returns the position of the bytes in the file. */
  append(bytes: Uint8Array): number {
    this.#file ??= this.#open()
    const position = this.#length
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#file, bytes, done, bytes.length - done, position + done)
    this.#length += bytes.length
    return position
  }

  /** Fills the buffer from the position on, and returns the number of its bytes: fewer where the file ends. */
  read(position: number, buffer: Uint8Array): number {
    if (this.#file === undefined) return 0
    let done = 0
    for (let more = -1; more !== 0 && done < buffer.length; done += more)
      more = readSync(this.#file, buffer, done, buffer.length - done, position + done)
    return done
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true })
    this.#file = undefined
    this.#folder = undefined
    this.#length = 0
  }

  #open(): number {
    const folder = makeTemporaryFolderSync("spill")
    const file = openSync(join(folder, "spill"), "wx+", 0o600)
    try {
      rmSync(folder, { recursive: true })
    } catch {
      // Some systems keep a file until it is closed.
      this.#folder = folder
    }
    return file
  }
}
