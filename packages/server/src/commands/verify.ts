/** `annotary verify FILE`: checks a release file, its statements, or a proof, without a server and without settings. */
import {
  checkAudits,
  checkStatement,
  describeAgreement,
  describeAudit,
  type JsonTree,
  listAuditQueries,
  listPlansWithoutResult,
  predicateTypes,
  type ReleaseReport,
  readPopulations,
  type StatementReport,
  verifyProof,
  verifyRelease,
} from "@annotary/core/effect"
import { Effect, Either } from "effect"
import { readFileBytes } from "../cli/arguments.ts"
import type { CommandInput } from "../cli/Command.ts"
import { CommandFailed, UsageError } from "../cli/failures.ts"
import { printResult } from "../cli/output.ts"
import { readKeys, readSmallFile, readStatements, readText } from "../verifying/statementFiles.ts"

export const run = ({ options, positionals }: CommandInput) =>
  Effect.gen(function* () {
    const path = positionals[0] ?? ""
    yield* checkOptions(options)
    if (options.proof !== undefined) return yield* runProof(path, options.keys ?? "", options.line)
    // Read first: a wrong name of a file must not cost the time that a large release takes.
    const keys = options.keys === undefined ? [] : yield* readKeys(options.keys)
    const texts = options.statements === undefined ? [] : yield* readStatements(options.statements)
    const report = yield* verifyRelease(readFileBytes(path))
    const reports = texts.map((text) => checkStatement(text, keys, report))
    const queries = report.ok ? listAuditQueries(reports) : []
    // One more read of the file, which the draws of audits need.
    const populations = queries.length === 0 ? [] : yield* readPopulations(readFileBytes(path), queries)
    const statements = report.ok ? checkAudits(reports, populations, report) : reports
    yield* printResult(
      () => ({
        file: path,
        ...reportJson(report),
        ...(options.statements === undefined
          ? {}
          : {
              statements: statements.map(toStatementJson),
              plans_without_result: listPlansWithoutResult(reports),
            }),
      }),
      () => [reportText(report), ...statements.map(formatStatement), ...formatUnfinished(reports)].join("\n"),
    )
    if (!report.ok)
      return yield* new CommandFailed({
        sentence: `${path} is incomplete or was changed after it was created: its checksums do not match.`,
        code: "release_not_verified",
      })
    if (statements.some(({ problems }) => problems.length > 0))
      return yield* new CommandFailed({
        sentence: `The statements in ${options.statements} do not verify ${path}.`,
        code: "statement_not_verified",
      })
  })

const checkOptions = ({ keys, line, proof, statements }: CommandInput["options"]) => {
  const isKeyNeeded = proof !== undefined || statements !== undefined
  if (isKeyNeeded && keys === undefined)
    return new UsageError({ sentence: "Statements and proofs are verified with --keys: the public keys." })
  if (!isKeyNeeded && keys !== undefined)
    return new UsageError({
      sentence: "--keys needs --statements or --proof: a file alone has no signature.",
    })
  if (proof !== undefined && statements !== undefined)
    return new UsageError({ sentence: "--proof and --statements exclude one another: FILE is one of both." })
  return line !== undefined && proof === undefined
    ? new UsageError({ sentence: "--line needs --proof." })
    : Effect.void
}

/** FILE is a proof. Without the line, the proof is about the SHA-256 of a line. */
const runProof = (path: string, keysPath: string, linePath: string | undefined) =>
  Effect.gen(function* () {
    const keys = yield* readKeys(keysPath)
    const text = yield* readText(path)
    const line = linePath === undefined ? undefined : trimLine(yield* readSmallFile(linePath))
    const verified = verifyProof(text, keys, line)
    if (Either.isLeft(verified))
      return yield* new CommandFailed({ sentence: `${path}: ${verified.left}`, code: "proof_not_verified" })
    const { index, keyId, release, sample, samplesCount, samplesSha256, sha256 } = verified.right
    yield* printResult(
      () => ({
        file: path,
        ok: true,
        release,
        sha256,
        samples_count: samplesCount,
        samples_sha256: samplesSha256,
        index,
        sample,
        keyid: keyId,
      }),
      () =>
        [
          `release ${release}, ${samplesCount} samples`,
          `sha256          ${sha256}`,
          `samples_sha256  ${samplesSha256}`,
          `signed by       ${keyId}`,
          sample === null
            ? `verified: line ${index} of the release; give --line to see whose line it is`
            : `verified: sample ${sample} is line ${index} of the release`,
        ].join("\n"),
    )
  })

/** The line without the comma and the line break that a release file has after it. */
const trimLine = (bytes: Uint8Array): Uint8Array => {
  let end = bytes.length
  if (bytes[end - 1] === 0x0a) end -= 1
  if (bytes[end - 1] === 0x2c) end -= 1
  return bytes.subarray(0, end)
}

/** The statement of an audit or of agreement in one sentence, by the member that has it in JSON. */
const describeStatement = (report: StatementReport): { readonly [member: string]: string } => {
  const { predicate, predicateType, problems } = report
  const audit = describeAudit(report)
  const agreement =
    predicateType === predicateTypes.agreement && problems.length === 0
      ? describeAgreement(predicate)
      : undefined
  return { ...(audit === undefined ? {} : { audit }), ...(agreement === undefined ? {} : { agreement }) }
}

const formatStatement = (report: StatementReport): string => {
  const { keyId, predicateType, problems } = report
  return problems.length === 0
    ? [
        `statement ${predicateType}, signed by ${keyId}: verified`,
        ...Object.values(describeStatement(report)).map((sentence) => `  ${sentence}`),
      ].join("\n")
    : [`statement ${predicateType ?? "that is not verified"}:`, ...problems.map((one) => `  ${one}`)].join(
        "\n",
      )
}

const formatUnfinished = (statements: ReadonlyArray<StatementReport>): ReadonlyArray<string> => {
  const plans = listPlansWithoutResult(statements)
  const words = plans.length === 1 ? "plan of an audit" : "plans of audits"
  return plans.length === 0 ? [] : [`${words} without a result: ${plans.join(", ")}`]
}

const toStatementJson = (report: StatementReport): JsonTree => {
  const { keyId, predicateType, problems } = report
  return {
    ok: problems.length === 0,
    predicate_type: predicateType,
    keyid: keyId,
    problems,
    ...describeStatement(report),
  }
}

const reportText = (report: ReleaseReport): string =>
  [
    ...(report.heading === null ? [] : [formatHeading(report.heading)]),
    `${report.samplesCount} samples, ${report.sizeBytes} bytes`,
    `sha256          ${report.sha256}`,
    `samples_sha256  ${report.samplesSha256}`,
    ...report.problems.map(({ line, message }) => (line === 0 ? message : `line ${line} ${message}`)),
    ...(report.ok ? ["verified: whole and unchanged"] : []),
  ].join("\n")

const formatHeading = ({ createdAt, dataset, name, owner }: NonNullable<ReleaseReport["heading"]>): string =>
  `release ${name} of ${owner}/${dataset}, made ${createdAt}`

/** `line` 0 of a problem is the whole file. */
const reportJson = ({ heading, ok, problems, ...facts }: ReleaseReport): { [key: string]: JsonTree } => ({
  ok,
  release:
    heading === null
      ? null
      : { name: heading.name, dataset: `${heading.owner}/${heading.dataset}`, created_at: heading.createdAt },
  samples_count: facts.samplesCount,
  size_bytes: facts.sizeBytes,
  sha256: facts.sha256,
  samples_sha256: facts.samplesSha256,
  problems: problems.map(({ line, message }) => ({ line, message })),
})
