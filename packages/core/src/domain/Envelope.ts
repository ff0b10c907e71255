/** Signed statements about releases, as DSSE envelopes, and as they are stored. */
import { Either, ParseResult, Schema } from "effect"

/** An envelope as JSON. */
export const Envelope = Schema.Struct({
  payload: Schema.String.annotations({ description: "The bytes of the payload in base64" }),
  payloadType: Schema.String,
  signatures: Schema.Array(
    Schema.Struct({
      keyid: Schema.String.annotations({ description: "The `kid` of the key" }),
      sig: Schema.String.annotations({ description: "The signature in base64" }),
    }),
  ).pipe(Schema.maxItems(20)),
}).annotations({ identifier: "Envelope", description: "A signed statement: a DSSE envelope" })
export interface Envelope extends Schema.Schema.Type<typeof Envelope> {}

/** The most statements that a release may have, with those of the engine. */
export const maxStatements = 100

const decodeEnvelope = Schema.decodeEither(Schema.parseJson(Envelope))

const isEnvelopeLine = (text: string): boolean => !text.includes("\n") && Either.isRight(decodeEnvelope(text))

/**
 * A statement of an archive that is read: the JSON of an envelope without line breaks, because storages keep one on each line. What is
 * written is not validated, so that every stored release can be archived.
 */
const StatementText = Schema.transformOrFail(Schema.String, Schema.String, {
  strict: true,
  decode: (text, _, ast) =>
    isEnvelopeLine(text)
      ? ParseResult.succeed(text)
      : ParseResult.fail(new ParseResult.Type(ast, text, "must be the JSON of a DSSE envelope on one line")),
  encode: ParseResult.succeed,
})

/** The statements of a release in an archive. */
export const StatementTexts = Schema.transformOrFail(
  Schema.Array(StatementText),
  Schema.Array(Schema.String),
  {
    strict: true,
    decode: (texts, _, ast) =>
      texts.length <= maxStatements
        ? ParseResult.succeed(texts)
        : ParseResult.fail(new ParseResult.Type(ast, texts, `must have at most ${maxStatements} statements`)),
    encode: ParseResult.succeed,
  },
)
