/// <reference path="./s3rver.d.ts" />
/**
 * Runs s3rver, an S3 server from npm, in this process. Missing and wrong behaviour of 3.7.1 is repaired to match S3: uploads can
 * be aborted and listed; `bytes=0-0` is one byte; an object appears only when it is complete, and its write has ended when the
 * response is sent. s3rver checks key ids, not signatures.
 */
import { createHash, randomUUID } from "node:crypto"
import { createReadStream, createWriteStream } from "node:fs"
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import type { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import S3rver from "s3rver"
import FilesystemStore, { type StoredObject } from "s3rver/lib/stores/filesystem.js"

/** The only credentials that s3rver accepts. */
export const s3rverKeys = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" }

export interface RunningS3rver {
  readonly port: number
  readonly stop: () => Promise<void>
}

export const startS3rver = async (buckets: ReadonlyArray<string>): Promise<RunningS3rver> => {
  const directory = await mkdtemp(join(tmpdir(), "annotary-s3rver-"))
  const s3rver = new S3rver({ directory, silent: true, configureBuckets: buckets.map((name) => ({ name })) })
  s3rver.store = s3rver.context.store = new RepairedStore(directory)
  await s3rver.configureBuckets()
  const rest = s3rver.callback()
  const server = createServer((request, response) => {
    const handled = handleUploads(directory, request, response)
    if (handled === undefined) rest(request, response)
    else handled.catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    s3rver.logger.exceptions.unhandle()
    s3rver.logger.close()
    await rm(directory, { recursive: true, force: true })
  }
  // A listening TCP server has an address with a port.
  return { port: (server.address() as AddressInfo).port, stop }
}

/** Handles requests that abort or list uploads; undefined for other requests. */
const handleUploads = (
  directory: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<unknown> | undefined => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://s3")
  const bucket = pathname.split("/")[1] ?? ""
  const folder = join(directory, bucket, "._S3rver_uploads")
  const id = searchParams.get("uploadId")
  if (request.method === "DELETE" && id !== null && /^[0-9a-f]+$/.test(id)) {
    return rm(join(folder, id), { recursive: true, force: true }).then(() => response.writeHead(204).end())
  }
  if (request.method !== "GET" || !searchParams.has("uploads")) return undefined
  return readdir(folder).then(
    async (ids) => {
      const entries = await Promise.all(
        ids.map(async (each) => {
          const key = await readFile(join(folder, each, "key"), "utf8")
          return `<Upload><Key>${key}</Key><UploadId>${each}</UploadId></Upload>`
        }),
      )
      response.end(`<ListMultipartUploadsResult>${entries.join("")}</ListMultipartUploadsResult>`)
    },
    () => response.end("<ListMultipartUploadsResult/>"),
  )
}

class RepairedStore extends FilesystemStore {
  override async getObject(bucket: string, key: string, range?: { start?: number; end?: number }) {
    if (range?.end !== 0) return await super.getObject(bucket, key, range)
    const object = await super.getObject(bucket, key)
    if (object === null) return null
    object.content.destroy()
    object.range = { start: 0, end: 0 }
    object.content = createReadStream(this.getResourcePath(bucket, key, "object"), object.range)
    return object
  }

  async putObject({ bucket, content, key, metadata }: StoredObject) {
    const path = this.getResourcePath(bucket, key, "object")
    await mkdir(dirname(path), { recursive: true })
    const temporary = this.getResourcePath(bucket, undefined, randomUUID())
    const written = await store(content, temporary)
    await rename(temporary, path)
    await this.putMetadata(bucket, key, metadata, written.md5)
    return written
  }

  async putPart(bucket: string, uploadId: string, partNumber: string, content: Readable) {
    const folder = join(this.getResourcePath(bucket, undefined, "uploads"), uploadId)
    await access(folder)
    const written = await store(content, join(folder, partNumber))
    await writeFile(join(folder, `${partNumber}.md5`), written.md5)
    return written
  }
}

const store = async (content: Readable, path: string) => {
  const digest = createHash("md5")
  let size = 0
  const countBytes = async function* (bytes: AsyncIterable<Buffer>) {
    for await (const piece of bytes) {
      digest.update(piece)
      size += piece.length
      yield piece
    }
  }
  await pipeline(content, countBytes, createWriteStream(path))
  return { size, md5: digest.digest("hex") }
}
