/**
 * Proofs that one line, a sample with its labels, is in a release: the signed root statement, and the audit path from the line
 * to the root. They are checked without the file.
 */
import { Either, Encoding, Schema } from "effect"
import { computeSha256Hex, sha256Length } from "../domain/digest.ts"
import { Envelope } from "../domain/Envelope.ts"
import { joinBytes } from "../domain/joinBytes.ts"
import type { VerificationKey } from "../kernel/ed25519.ts"
import { openEnvelope } from "./dsse.ts"
import { computeInclusionRoot, type InclusionPath } from "./inclusion.ts"
import { predicateTypes, RootPredicate, Statement } from "./statement.ts"
import { describeEnvelopeFault } from "./statementProblems.ts"

/** A proof as JSON. It has at most 2 KiB in a release of up to 134 million samples. */
export const ReleaseProof = Schema.Struct({
  format: Schema.Literal("annotary-proof-1"),
  statement: Envelope,
  index: Schema.Int.pipe(Schema.nonNegative()).annotations({
    description: "The place of the sample's line among those of the release, from 0",
  }),
  line_sha256: Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/)).annotations({
    description: "SHA-256 of the line, without its comma and line break",
  }),
  path: Schema.String.annotations({
    description:
      "The hashes of the audit path from the leaf to the root (RFC 6962), 32 bytes each, in base64",
  }),
}).annotations({
  identifier: "ReleaseProof",
  description: "Proves that a line is in a release: its signed root, and the path from the line to the root",
})
export interface ReleaseProof extends Schema.Schema.Type<typeof ReleaseProof> {}

/** Makes a proof from the root statement and the path. */
export const makeProof = (
  statement: Envelope,
  lineSha256: string,
  { hashes, index }: InclusionPath,
): ReleaseProof => ({
  format: "annotary-proof-1",
  statement,
  index,
  line_sha256: lineSha256,
  path: Encoding.encodeBase64(joinBytes(hashes)),
})

/** The facts that a proof has shown, each signed or computed. */
export interface VerifiedProof {
  /** The UUID of the release. */
  readonly release: string
  /** SHA-256 of the release file. */
  readonly sha256: string
  readonly samplesCount: number
  readonly samplesSha256: string
  readonly index: number
  readonly keyId: string
  /** The sample of the line; null without the line. */
  readonly sample: string | null
}

const decodeProof = Schema.decodeUnknownOption(Schema.parseJson(ReleaseProof), { onExcessProperty: "error" })
const decodeStatement = Schema.decodeUnknownOption(Schema.parseJson(Statement), { onExcessProperty: "error" })
const decodePredicate = Schema.decodeUnknownOption(RootPredicate, { onExcessProperty: "error" })
const decodeLine = Schema.decodeUnknownOption(Schema.parseJson(Schema.Struct({ uuid: Schema.String })))

/** The most bytes of a proof, so that a wrong file is refused before it is parsed. */
export const maxProofBytes = 64 * 1024

/**
 * Verifies a proof with public keys, and that it is about `line`, the bytes of a line without comma and line break. Left: a
 * sentence that says why it was refused.
 */
export const verifyProof = (
  text: string,
  keys: ReadonlyArray<VerificationKey>,
  line?: Uint8Array,
): Either.Either<VerifiedProof, string> =>
  Either.gen(function* () {
    const proof = yield* Either.fromOption(
      decodeProof(text),
      () => "The proof is not JSON of the form annotary-proof-1.",
    )
    const opened = yield* Either.mapLeft(openEnvelope(proof.statement, keys), describeEnvelopeFault)
    const statement = yield* Either.fromOption(
      decodeStatement(opened.text),
      () => "The signed text is not an in-toto statement.",
    )
    if (statement.predicateType !== predicateTypes.root)
      return yield* Either.left(
        `The statement is not a root statement: its type is ${statement.predicateType}.`,
      )
    const predicate = yield* Either.fromOption(
      decodePredicate(statement.predicate),
      () => "The root statement has no number of samples and no root.",
    )
    const { count, root } = predicate.samples
    const path = decodePath(proof.path)
    if (path === undefined)
      return yield* Either.left("The path of the proof is not a list of hashes in base64.")
    const entry = decodeHex(proof.line_sha256)
    const computed = computeInclusionRoot(entry, { index: proof.index, count, hashes: path })
    if (computed === undefined || encodeHex(computed) !== root)
      return yield* Either.left("The path does not lead from the line to the signed root.")
    if (line !== undefined && computeSha256Hex(line) !== proof.line_sha256)
      return yield* Either.left("The proof is about another line: the SHA-256 of this one is different.")
    const [subject] = statement.subject
    return {
      release: subject.name,
      sha256: subject.digest.sha256,
      samplesCount: count,
      samplesSha256: root,
      index: proof.index,
      keyId: opened.keyId,
      sample: line === undefined ? null : readSample(line),
    }
  })

const readSample = (line: Uint8Array): string | null => {
  const decoded = decodeLine(new TextDecoder().decode(line))
  return decoded._tag === "Some" ? decoded.value.uuid : null
}

/** Only the canonical form is accepted, so that every changed character is refused. */
const decodePath = (text: string): ReadonlyArray<Uint8Array> | undefined => {
  const bytes = Either.getOrUndefined(Encoding.decodeBase64(text))
  if (bytes === undefined || Encoding.encodeBase64(bytes) !== text || bytes.length % sha256Length !== 0)
    return undefined
  return Array.from({ length: bytes.length / sha256Length }, (_, level) =>
    bytes.subarray(level * sha256Length, (level + 1) * sha256Length),
  )
}

const decodeHex = (text: string): Uint8Array => Either.getOrThrow(Encoding.decodeHex(text))
const encodeHex = (bytes: Uint8Array): string => Encoding.encodeHex(bytes)
