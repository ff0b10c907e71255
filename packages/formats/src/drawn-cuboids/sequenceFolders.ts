/** Folders of point clouds: each is a sequence, or holds single point clouds, by the objects in it. */
import type { Losses } from "../carry/Losses.ts"

export type FolderKind = "sequence" | "singles" | "unclear"

/** Notes the objects of each point cloud of a folder. */
export class FolderEvidence {
  readonly #objects = new Set<string>()
  #labeled = 0
  #hasShared = false

  add(tracks: Iterable<string | null>): void {
    const own = new Set(tracks)
    if (own.size > 0) this.#labeled += 1
    own.delete(null)
    for (const track of own) {
      if (track === null) continue
      this.#hasShared ||= this.#objects.has(track)
      this.#objects.add(track)
    }
  }

  /** An object in several point clouds makes a sequence; objects in fewer than two of them show nothing. */
  findKind(): FolderKind {
    if (this.#hasShared) return "sequence"
    return this.#labeled > 1 ? "singles" : "unclear"
  }
}

/** Whether a folder of a dataset with sequences is one. A folder that does not show it is one, as others are, and is counted. */
export const isSequenceAmong = (kind: FolderKind, place: string, losses: Losses): boolean => {
  if (kind === "unclear") losses.add("guessed-sequences", place)
  return kind !== "singles"
}
