/** Compares the signed statements of a release with its file. */
import { Either, Option, Schema } from "effect"
import { Envelope } from "../domain/Envelope.ts"
import type { VerificationKey } from "../kernel/ed25519.ts"
import { listAgreementProblems } from "./agreementStatement.ts"
import type { LabelsetShares } from "./authorCounts.ts"
import type { ReleaseHeading } from "./checkLines.ts"
import { type EnvelopeFault, openEnvelope } from "./dsse.ts"
import type { GroundTruthCounts } from "./groundTruthCounts.ts"
import { predicateTypes, ReleasePredicate, RootPredicate, Statement } from "./statement.ts"

/** Facts about a release file that its statements are compared with. */
export interface StatedFacts {
  readonly samplesCount: number
  readonly samplesSha256: string
  readonly sha256: string
  /** SHA-256 of the JSON text of the configuration; null when the first line is unreadable. */
  readonly configurationSha256: string | null
  readonly labelsets: ReadonlyArray<LabelsetShares>
  readonly groundTruth: GroundTruthCounts
  /** Null when the first line is unreadable. The file does not have the UUID of the release. */
  readonly heading: Pick<ReleaseHeading, "owner" | "dataset" | "name" | "createdAt"> | null
}

/** The result of checking one statement. */
export interface StatementReport {
  /** Null when its signature was not verified. */
  readonly predicateType: string | null
  readonly keyId: string | null
  readonly predicate: Readonly<Record<string, unknown>> | null
  readonly problems: ReadonlyArray<string>
}

const decodeEnvelope = Schema.decodeUnknownOption(Schema.parseJson(Envelope), { onExcessProperty: "error" })
const decodeStatement = Schema.decodeUnknownOption(Schema.parseJson(Statement), { onExcessProperty: "error" })
const decodeRoot = Schema.decodeUnknownOption(RootPredicate, { onExcessProperty: "error" })
const decodeRelease = Schema.decodeUnknownOption(ReleasePredicate, { onExcessProperty: "error" })

/** Checks one statement, the JSON of an envelope: its signature, and that it is about this file. */
export const checkStatement = (
  text: string,
  keys: ReadonlyArray<VerificationKey>,
  facts: StatedFacts,
): StatementReport => {
  const envelope = Option.getOrUndefined(decodeEnvelope(text))
  if (envelope === undefined) return refuse("The statement is not a DSSE envelope.")
  const opened = openEnvelope(envelope, keys)
  if (Either.isLeft(opened)) return refuse(describeEnvelopeFault(opened.left))
  const statement = Option.getOrUndefined(decodeStatement(opened.right.text))
  if (statement === undefined) return refuse("The signed text is not an in-toto statement.")
  const { predicate, predicateType, subject } = statement
  const isSameFile = subject[0].digest.sha256 === facts.sha256
  return {
    predicateType,
    keyId: opened.right.keyId,
    predicate,
    problems: [
      ...(isSameFile ? [] : [`The statement is about another file, ${subject[0].name}.`]),
      ...listPredicateProblems(statement, facts),
    ],
  }
}

const refuse = (problem: string): StatementReport => ({
  predicateType: null,
  keyId: null,
  predicate: null,
  problems: [problem],
})

/** Predicates of other types are not compared: the engine does not know what they say. */
const listPredicateProblems = (
  { predicate, predicateType }: Statement,
  facts: StatedFacts,
): ReadonlyArray<string> => {
  switch (predicateType) {
    case predicateTypes.root:
      return Option.match(decodeRoot(predicate), {
        onNone: () => ["The root statement has no number of samples and no root."],
        onSome: ({ samples }) => listSamplesProblems(samples, facts),
      })
    case predicateTypes.release:
      return Option.match(decodeRelease(predicate), {
        onNone: () => ["The release statement does not have the fields of its type."],
        onSome: (release) => listReleaseProblems(release, facts),
      })
    case predicateTypes.agreement:
      return [
        ...Option.match(decodeRoot({ samples: predicate["samples"] }), {
          onNone: () => [],
          onSome: ({ samples }) => listSamplesProblems(samples, facts),
        }),
        ...listAgreementProblems(predicate, facts),
      ]
    default:
      return []
  }
}

const listSamplesProblems = (
  { count, root }: (typeof RootPredicate.Type)["samples"],
  facts: StatedFacts,
): ReadonlyArray<string> => [
  ...(count === facts.samplesCount
    ? []
    : [`The statement speaks of ${count} samples, the file has ${facts.samplesCount}.`]),
  ...(root === facts.samplesSha256 ? [] : ["The statement has another Merkle root than the file."]),
]

const listReleaseProblems = (
  { configuration, labelsets, release, samples }: ReleasePredicate,
  facts: StatedFacts,
): ReadonlyArray<string> => [
  ...listSamplesProblems(samples, facts),
  ...(isSameRelease(release, facts)
    ? []
    : ["The statement has another dataset, name or time of the release than the file."]),
  ...(configuration.sha256 === facts.configurationSha256
    ? []
    : ["The statement has another configuration than the file."]),
  ...(JSON.stringify(labelsets.map(toAuthorless)) === JSON.stringify(facts.labelsets.map(toAuthorless))
    ? []
    : ["The statement counts other labels and authors than the file has."]),
]

const isSameRelease = (
  { created_at, dataset, name }: ReleasePredicate["release"],
  { heading }: StatedFacts,
): boolean =>
  heading !== null &&
  dataset === `${heading.owner}/${heading.dataset}` &&
  name === heading.name &&
  created_at === heading.createdAt

/** The figures that the file shows: it does not say which accounts are models. */
const toAuthorless = ({ labels, models, name, people, reviewed }: LabelsetShares) => [
  name,
  labels,
  reviewed,
  people.count + models.count,
]

/** The sentence for an envelope that was refused. */
export const describeEnvelopeFault = (fault: EnvelopeFault): string => {
  switch (fault.reason) {
    case "unknown_key":
      return `The statement was signed with a key that you did not give: ${fault.keyIds.join(", ")}.`
    case "bad_signature":
      return "The signature does not match: the statement was changed, or another key signed it."
    case "no_signature":
      return "The statement has no signature."
    case "payload_type":
      return "The signed text is not an in-toto statement."
    case "not_base64":
      return "The payload of the statement is not base64."
    case "not_utf8":
      return "The payload of the statement is not UTF-8."
  }
}
