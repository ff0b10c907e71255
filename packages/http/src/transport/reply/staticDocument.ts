/** A document that is the same for every client: encoded and compressed once, with the hash of its bytes as its tag. */
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { gzip } from "node:zlib"

const compress = promisify(gzip)

export class StaticDocument {
  private constructor(
    readonly plain: Uint8Array,
    readonly gzip: Uint8Array,
    private readonly hash: string,
  ) {}

  static async make(text: string): Promise<StaticDocument> {
    const plain = Buffer.from(text)
    const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 22)
    return new StaticDocument(plain, await compress(plain, { level: 9 }), hash)
  }

  /** The strong entity tag. The compressed bytes have another one. */
  getTag(compressed: boolean): string {
    return compressed ? `"${this.hash}-gzip"` : `"${this.hash}"`
  }
}
