/** The bitmap of a label beside that of an earlier version: what differs is drawn, and counted anew after edits. */
import type { ComparedVersion } from "../ComparedVersion.ts"
import type { PixelChanges } from "./changes.ts"
import type { MaskChannel } from "./MaskChannel.ts"

export class MaskComparison {
  /** Counts the comparisons, so that one that has ended while its file was loaded does not begin. */
  private turn = 0

  constructor(
    private readonly channel: MaskChannel,
    private readonly load: (url: string) => Promise<ArrayBuffer>,
  ) {}

  /** Begins; undefined when it was ended meanwhile. Without an address nothing was painted in the earlier version. `ids`: those of its objects in this bitmap, where they differ. Fails with the reason where there is no bitmap to read. */
  async begin(url: string | undefined, ids?: ComparedVersion["ids"]): Promise<PixelChanges | undefined> {
    this.turn += 1
    const { turn } = this
    const file = url === undefined ? undefined : await this.load(url)
    if (turn !== this.turn) return undefined
    return this.channel.request<"compare">({ kind: "compare", before: { file, ids } })
  }

  /** Counts anew; undefined before the beginning. */
  count(): Promise<PixelChanges | undefined> {
    return this.channel.request<"changes">({ kind: "changes" })
  }

  end(): void {
    this.turn += 1
    this.channel.send({ kind: "alone" })
  }
}
