/** The files that `annotary verify` reads beside a release: public keys and statements. */
import { readVerificationKey, type VerificationKey } from "@annotary/core/effect"
import { Effect, Stream } from "effect"
import { readFileBytes } from "../cli/arguments.ts"
import { CommandFailed } from "../cli/failures.ts"

/** The most bytes of such a file, so that a wrong file does not fill the memory. */
const maxBytes = 64 * 1024 * 1024

/** Reads a file as UTF-8 text. */
export const readText = (path: string): Effect.Effect<string, CommandFailed> =>
  Effect.map(readSmallFile(path), (bytes) => new TextDecoder().decode(bytes))

/** Reads the bytes of a file that is not large. */
export const readSmallFile = (path: string): Effect.Effect<Uint8Array, CommandFailed> =>
  Effect.gen(function* () {
    let size = 0
    const parts = yield* readFileBytes(path).pipe(
      Stream.tap((part) => {
        size += part.length
        return size > maxBytes
          ? new CommandFailed({ sentence: `${path} has more than 64 MB.`, code: "file_too_large" })
          : Effect.void
      }),
      Stream.runCollect,
    )
    return Buffer.concat([...parts])
  })

/** Reads public keys: a JSON Web Key Set, one JSON Web Key, or PEM. Keys of other types are skipped. */
export const readKeys = (path: string): Effect.Effect<ReadonlyArray<VerificationKey>, CommandFailed> =>
  Effect.flatMap(readText(path), (text) =>
    Effect.try({
      try: () => {
        const keys = text.includes("-----BEGIN") ? [text] : listKeyTexts(JSON.parse(text))
        if (keys.length === 0) throw new TypeError("There is no Ed25519 key.")
        return keys.map(readVerificationKey)
      },
      catch: () =>
        new CommandFailed({
          sentence: `${path} has no Ed25519 public key: it must be a JSON Web Key Set, a JSON Web Key, or PEM.`,
          code: "keys_unreadable",
        }),
    }),
  )

const listKeyTexts = (json: unknown): ReadonlyArray<string> => {
  const { keys }: { readonly keys?: unknown } = Object(json)
  return (Array.isArray(keys) ? keys : [json]).flatMap((key: unknown) => {
    const { crv, kty, x }: { readonly crv?: unknown; readonly kty?: unknown; readonly x?: unknown } =
      Object(key)
    return kty === "OKP" && crv === "Ed25519" && typeof x === "string" ? [x] : []
  })
}

/** Reads statements: a JSON list of envelopes, one envelope, or a line for each. */
export const readStatements = (path: string): Effect.Effect<ReadonlyArray<string>, CommandFailed> =>
  Effect.flatMap(readText(path), (text) =>
    Effect.try({
      try: () => {
        const lines = text.split("\n").filter((line) => line.trim() !== "")
        const parsed: ReadonlyArray<unknown> =
          lines.length > 1 && !text.trimStart().startsWith("[")
            ? lines.map((line) => JSON.parse(line))
            : [JSON.parse(text)].flat()
        if (parsed.length === 0) throw new TypeError("There is no statement.")
        return parsed.map((one) => JSON.stringify(one))
      },
      catch: () =>
        new CommandFailed({
          sentence: `${path} has no statements: it must be a JSON list of DSSE envelopes, or a line for each.`,
          code: "statements_unreadable",
        }),
    }),
  )
