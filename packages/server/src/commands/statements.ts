/** The commands of signed statements: list those of a release, prove that a sample is in it, and the keys that sign. */
import { writeFile } from "node:fs/promises"
import {
  BlobStore,
  isId,
  NotFound,
  ReleaseStatements,
  Releases,
  SampleId,
  StatementKeys,
} from "@annotary/core/effect"
import { Effect, Stream } from "effect"
import { parseDatasetRef } from "../cli/arguments.ts"
import type { CommandInput } from "../cli/Command.ts"
import { CommandFailed } from "../cli/failures.ts"
import { formatTable, printLine, printResult } from "../cli/output.ts"
import { withEngine } from "../engine/withEngine.ts"
import { getShortReason } from "../serve/dataDir.ts"

/** `annotary statement list OWNER/DATASET RELEASE`: prints the envelopes as one JSON document. */
export const list = ({ positionals: [name = "", release = ""], settings }: CommandInput) =>
  Effect.gen(function* () {
    const ref = yield* parseDatasetRef(name)
    yield* withEngine(
      settings,
      Effect.gen(function* () {
        const statements = yield* (yield* ReleaseStatements).list(ref, release)
        yield* printLine(JSON.stringify(statements))
      }),
    )
  })

/** `annotary prove OWNER/DATASET RELEASE SAMPLE OUT [--line FILE]` */
export const prove = ({ options, positionals, settings }: CommandInput) =>
  Effect.gen(function* () {
    const [name = "", release = "", sample = "", out = ""] = positionals
    const ref = yield* parseDatasetRef(name)
    yield* withEngine(
      settings,
      Effect.gen(function* () {
        if (!isId(sample)) return yield* new NotFound({ resource: "sample" })
        const { line, proof } = yield* (yield* ReleaseStatements).prove(ref, release, SampleId.make(sample))
        yield* writeNew(out, JSON.stringify(proof))
        if (options.line !== undefined) {
          const { fileKey } = yield* (yield* Releases).get(ref, release)
          const range = { start: line.offset, end: line.offset + line.length - 1 }
          const parts = yield* Stream.runCollect((yield* BlobStore).get(fileKey ?? "", range))
          yield* writeNew(options.line, Buffer.concat([...parts]))
        }
        yield* printResult(
          () => ({
            file: out,
            line: options.line ?? null,
            index: proof.index,
            line_sha256: proof.line_sha256,
          }),
          () => `proof that sample ${sample} is in ${release} of ${name} written to ${out}`,
        )
      }),
    )
  })

const writeNew = (path: string, data: string | Uint8Array) =>
  Effect.tryPromise({
    try: () => writeFile(path, data, { flag: "wx" }),
    catch: (cause) => new CommandFailed({ sentence: `${path} cannot be written: ${getShortReason(cause)}.` }),
  })

/** `annotary signing-key list`: prints the public keys as a JSON Web Key Set. */
export const listKeys = ({ settings }: CommandInput) =>
  withEngine(
    settings,
    Effect.gen(function* () {
      const keySet = yield* (yield* StatementKeys).readKeySet()
      yield* printLine(JSON.stringify(keySet))
    }),
  )

/** `annotary signing-key rotate` */
export const rotateKey = ({ settings }: CommandInput) =>
  withEngine(
    settings,
    Effect.gen(function* () {
      const { keys } = yield* (yield* StatementKeys).rotate()
      const rows = keys.map(({ kid }, index) => [kid, index === 0 ? "signs now" : "verifies"])
      yield* printResult(
        () => ({ keys: keys.map((key) => ({ ...key })) }),
        () => formatTable(["kid", "use"], rows),
      )
    }),
  )
