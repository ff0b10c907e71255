/**
 * Creates buckets for tests on s3rver, or on the server that `TEST_S3_URL` names with its keys, such as
 * `http://KEY:SECRET@127.0.0.1:9000`.
 */
import { randomUUID } from "node:crypto"
import type { S3Credentials, S3Options } from "@annotary/storage-s3"
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from "@aws-sdk/client-s3"
import { s3rverKeys, startS3rver } from "./s3rver.ts"
import { startTcpProxy, type TcpProxy } from "./tcpProxy.ts"

export interface TestBucket {
  readonly options: S3Options & { readonly endpoint: string; readonly credentials: S3Credentials }
  /** Credentials that the server rejects. s3rver checks only the key id. */
  readonly refused: S3Credentials
  /** Starts a proxy to the same server. */
  readonly proxy: () => Promise<TcpProxy>
  readonly keys: () => Promise<ReadonlyArray<string>>
  /** Keys of uploads that were neither completed nor aborted. */
  readonly uploads: () => Promise<ReadonlyArray<string>>
  readonly remove: () => Promise<void>
}

export const makeBucket = async (): Promise<TestBucket> => {
  const bucket = `annotary-test-${randomUUID()}`
  const { credentials, hostname, port, refusedId, stop } = await startServer()
  const endpoint = `http://${hostname}:${port}`
  const admin = new S3Client({ endpoint, credentials, region: "us-east-1", forcePathStyle: true })
  await admin.send(new CreateBucketCommand({ Bucket: bucket }))

  const listKeys = async () => {
    const { Contents = [] } = await admin.send(new ListObjectsV2Command({ Bucket: bucket }))
    return Contents.map(({ Key = "" }) => Key)
  }
  const listUploads = async () => {
    const { Uploads = [] } = await admin.send(new ListMultipartUploadsCommand({ Bucket: bucket }))
    return Uploads.map(({ Key = "" }) => Key)
  }
  const remove = async () => {
    for (const Key of await listKeys()) await admin.send(new DeleteObjectCommand({ Bucket: bucket, Key }))
    await admin.send(new DeleteBucketCommand({ Bucket: bucket }))
    admin.destroy()
    await stop()
  }
  return {
    options: { bucket, endpoint, credentials },
    refused: { accessKeyId: refusedId, secretAccessKey: "a-secret-never-shown" },
    proxy: () => startTcpProxy(hostname, port),
    keys: listKeys,
    uploads: listUploads,
    remove,
  }
}

const startServer = async () => {
  const url = process.env.TEST_S3_URL
  if (url === undefined) {
    const { port, stop } = await startS3rver([])
    return { hostname: "127.0.0.1", port, credentials: s3rverKeys, refusedId: "NOBODY", stop }
  }
  const { hostname, password, port, username } = new URL(url)
  const credentials = {
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
  }
  const refusedId = credentials.accessKeyId
  return { hostname, port: Number(port || 80), credentials, refusedId, stop: async () => {} }
}
