/**
 * Encrypts the files of releases and assets before another storage keeps them, so that a bucket or a disk sees no picture. A file is a
 * list of pieces, each encrypted and authenticated alone: a range is read without the rest of the file, and a piece that was changed,
 * moved or taken away fails to open.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { BlobStore, type ByteRange, StorageFailure } from "@annotary/core/effect"
import { Effect, Layer, Option, Stream } from "effect"

/** The bytes of a piece before encryption. */
const pieceLength = 64 * 1024
const nonceLength = 12
const tagLength = 16
const extraLength = nonceLength + tagLength

/** Wraps the files of a storage. The key has 32 bytes. */
export const encryptFiles = (
  files: Layer.Layer<BlobStore>,
  secret: Uint8Array<ArrayBuffer>,
): Layer.Layer<BlobStore> =>
  Layer.effect(
    BlobStore,
    Effect.map(BlobStore, (inner) => wrapStore(inner, secret)),
  ).pipe(Layer.provide(files))

const wrapStore = (inner: BlobStore["Type"], secret: Uint8Array<ArrayBuffer>): BlobStore["Type"] =>
  BlobStore.of({
    put: (key, bytes) => Effect.map(inner.put(key, encryptStream(secret, key, bytes)), toPlainSize),
    size: (key) => Effect.map(inner.size(key), Option.map(toPlainSize)),
    get: (key, range) =>
      Stream.unwrap(
        Effect.map(inner.size(key), (size) =>
          readPieces(
            inner,
            secret,
            key,
            Option.getOrElse(size, () => 0),
            range,
          ),
        ),
      ),
    remove: inner.remove,
  })

const countPieces = (storedSize: number): number => Math.ceil(storedSize / (pieceLength + extraLength))
const toPlainSize = (storedSize: number): number => storedSize - countPieces(storedSize) * extraLength

/** Every file has a last piece, which says so: an empty file has an empty one. */
const encryptStream = <E, R>(
  secret: Uint8Array<ArrayBuffer>,
  key: string,
  bytes: Stream.Stream<Uint8Array, E, R>,
): Stream.Stream<Uint8Array, E, R> =>
  splitPieces(bytes).pipe(
    Stream.map(({ index, isLast, piece }) => {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv("aes-256-gcm", secret, nonce).setAAD(toContext(key, index, isLast))
      return Buffer.concat([nonce, cipher.update(piece), cipher.final(), cipher.getAuthTag()])
    }),
  )

interface Piece {
  readonly index: number
  readonly isLast: boolean
  readonly piece: Uint8Array
}

const splitPieces = <E, R>(bytes: Stream.Stream<Uint8Array, E, R>): Stream.Stream<Piece, E, R> =>
  Stream.concat(Stream.map(bytes, Option.some), Stream.make(Option.none<Uint8Array>())).pipe(
    Stream.mapAccum({ rest: Buffer.alloc(0), index: 0 }, (state, part) => {
      const all = Option.match(part, {
        onNone: () => state.rest,
        onSome: (added) => Buffer.concat([state.rest, added]),
      })
      const pieces: Array<Piece> = []
      let at = 0
      let { index } = state
      for (; all.length - at > pieceLength; at += pieceLength)
        pieces.push({ index: index++, isLast: false, piece: all.subarray(at, at + pieceLength) })
      if (Option.isNone(part)) pieces.push({ index: index++, isLast: true, piece: all.subarray(at) })
      return [{ rest: all.subarray(at), index }, pieces] as const
    }),
    Stream.mapConcat((pieces) => pieces),
  )

/** The place of a piece, which is authenticated with it. */
const toContext = (key: string, index: number, isLast: boolean): Buffer =>
  Buffer.from(`${key}\n${index}\n${isLast ? "last" : "more"}`)

const readPieces = (
  inner: BlobStore["Type"],
  secret: Uint8Array<ArrayBuffer>,
  key: string,
  storedSize: number,
  range: ByteRange | undefined,
): Stream.Stream<Uint8Array> => {
  const storedLength = pieceLength + extraLength
  const { start, end } = range ?? { start: 0, end: Math.max(0, toPlainSize(storedSize) - 1) }
  const first = Math.floor(start / pieceLength)
  const stored = {
    start: first * storedLength,
    end: Math.min(storedSize, (Math.floor(end / pieceLength) + 1) * storedLength) - 1,
  }
  const last = countPieces(storedSize) - 1
  return joinPieces(inner.get(key, stored), storedLength).pipe(
    Stream.zipWithIndex,
    Stream.mapEffect(([piece, at]) => {
      const index = first + at
      return Effect.map(openPiece(secret, key, index, index === last, piece), (plain) => {
        const begin = index * pieceLength
        return plain.subarray(Math.max(0, start - begin), Math.min(plain.length, end + 1 - begin))
      })
    }),
  )
}

/** Joins parts of any length to stored pieces. */
const joinPieces = (parts: Stream.Stream<Uint8Array>, length: number): Stream.Stream<Uint8Array> =>
  Stream.concat(Stream.map(parts, Option.some), Stream.make(Option.none<Uint8Array>())).pipe(
    Stream.mapAccum(Buffer.alloc(0), (rest: Buffer, part) => {
      if (Option.isNone(part)) return [Buffer.alloc(0), rest.length === 0 ? [] : [rest]] as const
      const all = Buffer.concat([rest, part.value])
      const whole = Math.floor(all.length / length)
      const pieces = Array.from({ length: whole }, (_, at) => all.subarray(at * length, (at + 1) * length))
      return [all.subarray(whole * length), pieces] as const
    }),
    Stream.mapConcat((pieces) => pieces),
  )

const openPiece = (
  secret: Uint8Array<ArrayBuffer>,
  key: string,
  index: number,
  isLast: boolean,
  piece: Uint8Array,
): Effect.Effect<Uint8Array> =>
  Effect.try({
    try: () => {
      const bytes = Buffer.from(piece)
      const decipher = createDecipheriv("aes-256-gcm", secret, bytes.subarray(0, nonceLength))
        .setAAD(toContext(key, index, isLast))
        .setAuthTag(bytes.subarray(bytes.length - tagLength))
      return Buffer.concat([
        decipher.update(bytes.subarray(nonceLength, bytes.length - tagLength)),
        decipher.final(),
      ])
    },
    catch: () =>
      new StorageFailure({
        operation: "BlobStore.get",
        transient: false,
        cause: new Error(`Piece ${index} of ${key} was changed, or encrypted with another key.`),
      }),
  }).pipe(Effect.orDie)
