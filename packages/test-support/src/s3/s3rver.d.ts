/** s3rver has no types; these are of what the tests use. */
declare module "s3rver" {
  import type { RequestListener } from "node:http"

  export default class S3rver {
    constructor(options: {
      readonly directory: string
      readonly silent: boolean
      readonly configureBuckets: ReadonlyArray<{ readonly name: string }>
    })
    store: unknown
    readonly context: { store: unknown }
    readonly logger: { readonly exceptions: { readonly unhandle: () => void }; readonly close: () => void }
    callback(): RequestListener
    configureBuckets(): Promise<unknown>
  }
}

declare module "s3rver/lib/stores/filesystem.js" {
  import type { Readable } from "node:stream"

  export interface StoredObject {
    content: Readable
    range?: { readonly start: number; readonly end: number }
    readonly bucket: string
    readonly key: string
    readonly metadata: { readonly [header: string]: string }
  }

  export default class FilesystemStore {
    constructor(directory: string)
    getResourcePath(bucket: string, key: string | undefined, resource: string): string
    getObject(
      bucket: string,
      key: string,
      range?: { readonly start?: number; readonly end?: number },
    ): Promise<StoredObject | null>
    putMetadata(bucket: string, key: string, metadata: StoredObject["metadata"], md5: string): Promise<void>
  }
}
