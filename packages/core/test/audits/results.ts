/** The signed result of an audit, with the file of its release and the statements. */
import type { AuditView } from "@annotary/core/effect"
import type { TestEngineOptions } from "@annotary/core/testing"
import { Effect, Stream } from "effect"
import { checkAudits, listAuditQueries } from "../../src/audits/checkAudits.ts"
import { readPopulations } from "../../src/audits/readPopulation.ts"
import { readVerificationKey } from "../../src/kernel/ed25519.ts"
import { checkStatement, type StatementReport } from "../../src/releases/statementProblems.ts"
import { verifyRelease } from "../../src/releases/verify.ts"
import { begin, makeAuditWorld, ref } from "./world.ts"

const collect = async (stream: AsyncIterable<Uint8Array>) => {
  const parts: Array<Uint8Array> = []
  for await (const part of stream) parts.push(part)
  return new Uint8Array(Buffer.concat(parts))
}

/** Begins two audits, checks eight draws of the second, and finishes it. The fourth has an error, and nobody checks the sixth. */
export const makeResult = async (unit: AuditView["unit"] = "samples", options: TestEngineOptions = {}) => {
  await using test = await makeAuditWorld(20, options)
  const ann = test.engine.as("ann")
  await begin(test, "v1", { unit })
  const { id } = await begin(test, "v1", { goal: 0.1, unit })
  const kim = test.engine.as("kim").releaseAudits
  for (let index = 0; index < 8; index++) {
    const work = await kim.claim(ref, "v1", id)
    const errors = index === 3 ? [{ type: "wrong_category" as const }] : []
    const number = work?.number ?? 0
    if (index === 5)
      await test.engine.as("max").releaseAudits.closeDraw(ref, "v1", id, number, { reason: "-" })
    else await kim.submit(ref, "v1", id, number, { errors })
  }
  const view = await ann.releaseAudits.finish(ref, "v1", id)
  const release = await ann.releases.get(ref, "v1")
  const url = new URL((await ann.releases.signUrl(release)) ?? "", "http://localhost")
  const file = await ann.releases.openFile(
    release.id,
    url.searchParams.get("expires") ?? "",
    url.searchParams.get("token") ?? "",
  )
  const bytes = await collect(file.stream())
  const { keys } = await ann.statementKeys.readKeySet()
  const texts = (await ann.releaseStatements.list(ref, "v1")).map((envelope) => JSON.stringify(envelope))
  const facts = await Effect.runPromise(verifyRelease(Stream.make(bytes)))
  const reports = texts.map((text) =>
    checkStatement(
      text,
      keys.map(({ x }) => readVerificationKey(x)),
      facts,
    ),
  )
  return { view, bytes, facts, reports }
}

export type Result = Awaited<ReturnType<typeof makeResult>>

/** Checks statements with the file. */
export const check = async (
  { bytes, facts }: Pick<Result, "bytes" | "facts">,
  reports: ReadonlyArray<StatementReport>,
) => {
  const populations = await Effect.runPromise(readPopulations(Stream.make(bytes), listAuditQueries(reports)))
  return checkAudits(reports, populations, facts)
}

/** Replaces members of the last statement. */
export const replaceLast = (reports: ReadonlyArray<StatementReport>, changes: object) =>
  reports.map((report, index) =>
    index === reports.length - 1 ? { ...report, predicate: { ...report.predicate, ...changes } } : report,
  )

/** The problems of the last statement with other members. */
export const findProblem = async (result: Result, changes: object) =>
  (await check(result, replaceLast(result.reports, changes))).at(-1)?.problems.join(" ")
