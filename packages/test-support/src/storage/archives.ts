/** A dataset with everything that an archive contains, and archives as lists of files. */
import type { ArchivePart, Engine } from "@annotary/core"
import { BlobStore, computeSha256Hex, ReleaseStore } from "@annotary/core/effect"
import { addRichDataset } from "@annotary/storage-contract"
import { Effect, Stream } from "effect"

/** A file of an archive with its bytes. */
export type ArchivedFile = readonly [name: string, bytes: Uint8Array]

/** Reads an archive as files. */
export const collectFiles = async (
  parts: AsyncIterable<ArchivePart>,
): Promise<ReadonlyArray<ArchivedFile>> => {
  const files: Array<[string, Array<Uint8Array>]> = []
  for await (const part of parts) {
    if (part instanceof Uint8Array) files.at(-1)?.[1].push(part)
    else files.push([part.name, []])
  }
  return files.map(([name, bytes]) => [name, Buffer.concat(bytes)] as const)
}

/** Files as the parts of an archive, in small pieces. */
export async function* toParts(files: ReadonlyArray<ArchivedFile>): AsyncGenerator<ArchivePart> {
  for (const [name, bytes] of files) {
    yield { name, size: bytes.length }
    for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
  }
}

/** The text of a file. */
export const readText = (files: ReadonlyArray<ArchivedFile>, name: string): string =>
  new TextDecoder().decode(files.find(([one]) => one === name)?.[1])

/** The root over the content of an archive. */
export const readRoot = (files: ReadonlyArray<ArchivedFile>): string =>
  JSON.parse(readText(files, "end.json")).content

/** The files of an archive that are the same whenever and wherever it is written. */
export const listStableFiles = (
  files: ReadonlyArray<ArchivedFile>,
): ReadonlyArray<readonly [string, string]> =>
  files
    .filter(([name]) => name !== "archive.json" && !name.startsWith("records/users/") && name !== "end.json")
    .map(([name, bytes]) => [name, computeSha256Hex(bytes)] as const)

const uploadText = async (engine: Engine, filename: string, text: string): Promise<string> => {
  const { asset, presignedPostFields, url } = await engine.assets.create({ filename })
  const { fields } = presignedPostFields
  await engine.assets.upload(asset.id, fields, Stream.make(new TextEncoder().encode(text)))
  return url
}

/** A dataset of `Acme` with records of every kind, a release with its file, and samples that refer to assets. */
export const addArchivableDataset = async (engine: Engine, name = "streets") => {
  const rich = await engine.runtime.runPromise(addRichDataset(name))
  const released = await uploadText(engine, "old.png", "image of v1")
  const file = new TextEncoder().encode(`{"release":"v1","image":{"url":"${released}"}}`)
  await engine.runtime.runPromise(
    Effect.gen(function* () {
      const key = `releases/${rich.release.id}/3.json`
      yield* (yield* BlobStore).put(key, Stream.make(file))
      const facts = { fileKey: key, sha256: computeSha256Hex(file), sizeBytes: file.length }
      yield* (yield* ReleaseStore).update({ ...rich.release, ...facts })
    }),
  )
  const ref = { _tag: "Id", id: rich.dataset.id } as const
  const urls = {
    released,
    image: await uploadText(engine, "a.png", "image a"),
    escaped: await uploadText(engine, "b.png", "image b"),
    unused: await uploadText(engine, "c.png", "image c"),
  }
  const escaped = urls.escaped.replaceAll("/", "\\/")
  await engine.samples.create(ref, { name: "asset", attributes: `{"image":{"url":"${urls.image}"}}` })
  await engine.samples.create(ref, { name: "escaped", readme: "", attributes: `{"url":"${escaped}"}` })
  const wrong = `${urls.unused.slice(0, urls.unused.lastIndexOf("/"))}/${"0".repeat(32)}.png`
  await engine.samples.create(ref, { name: "wrong token", attributes: `{"url":"${wrong}"}` })
  return { ...rich, ref, urls, file }
}
