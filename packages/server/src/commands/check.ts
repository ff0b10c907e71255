/** `annotary check OWNER/DATASET`: checks all labels of a dataset and prints the warnings as a table. */
import { type CheckLine, checkLineJson, Warnings, writeJson } from "@annotary/core/effect"
import type { PictureFault } from "@annotary/formats"
import { Effect, Stream } from "effect"
import { parseDatasetRef } from "../cli/arguments.ts"
import type { CommandInput } from "../cli/Command.ts"
import { CommandFailed } from "../cli/failures.ts"
import { JsonOutput } from "../cli/JsonOutput.ts"
import { cleanCell, formatTable, printLine } from "../cli/output.ts"
import { type CheckProgress, makeCheckProgress, makeProgressOutput } from "../cli/Progress.ts"
import { withEngine } from "../engine/withEngine.ts"
import { checkPictureLines } from "../formats/pictureLines.ts"

export const run = ({ options, positionals, settings }: CommandInput) =>
  Effect.gen(function* () {
    const ref = yield* parseDatasetRef(positionals[0])
    const json = yield* JsonOutput
    const progress = makeCheckProgress(yield* makeProgressOutput)
    const rows = new Rows(progress)
    const work = Effect.gen(function* () {
      const warnings = yield* Warnings
      const lines = yield* warnings.checkDataset(ref, { labelset: options.labelset })
      const print = json
        ? (line: CheckLine) =>
            Effect.zipRight(
              printLine(writeJson(checkLineJson(line))),
              Effect.sync(() => rows.note(line)),
            )
        : (line: CheckLine) => rows.print(line)
      yield* Stream.runForEach(lines, print)
      yield* Stream.runForEach(yield* checkPictureLines(ref), ({ fault, name }) =>
        json
          ? printLine(JSON.stringify({ picture: { sample: name, ...fault } }))
          : rows.printPicture(name, fault),
      )
    })
    yield* Effect.ensuring(withEngine(settings, Effect.scoped(work)), Effect.sync(progress.clear))
    if (!json) yield* rows.sums
    if (options["fail-on-warnings"] !== undefined && rows.standing > 0)
      return yield* new CommandFailed({
        sentence:
          rows.standing === 1
            ? "1 warning is not dismissed."
            : `${rows.standing} warnings are not dismissed.`,
        code: "warnings",
      })
  })

/** Fixed widths, because rows are printed while they arrive. */
const widths = [24, 5, 12, 24] as const
const heading = ["SAMPLE", "FRAME", "SENSOR", "RULE", "WARNING"]

class Rows {
  /** Warnings that nobody dismissed, including those that were not listed. */
  standing = 0
  private headed = false
  private pictures = { sizes: 0, unreadable: 0 }
  private summary: Extract<CheckLine, { readonly _tag: "Summary" }> | undefined

  constructor(private readonly progress: CheckProgress) {}

  print(line: CheckLine): Effect.Effect<void> {
    switch (line._tag) {
      case "Progress":
        return Effect.sync(() => this.progress.show(line.samples, line.total))
      case "Summary":
        return Effect.sync(() => this.note(line))
      case "Refusal":
        return this.printRow([line.sampleName, "", "", "", line.error.message])
      case "Warning": {
        const { attribute, dismissed, frame, message, rule, sensor } = line.warning
        const about = attribute === null || attribute.length === 1 ? message : `${attribute}: ${message}`
        const sentence =
          dismissed === null ? about : `${about} Dismissed by ${dismissed.by}: ${dismissed.reason}`
        return this.printRow([
          line.sampleName,
          frame === null ? "" : String(frame),
          sensor ?? "",
          rule,
          sentence,
        ])
      }
    }
  }

  /** A picture whose sample states another size, or that cannot be read. */
  printPicture(sample: string, { frame, kind, message, sensor }: PictureFault): Effect.Effect<void> {
    const isUnreadable = kind === "unreadable"
    this.pictures[isUnreadable ? "unreadable" : "sizes"] += 1
    const rule = isUnreadable ? "picture-unreadable" : "picture-size"
    return this.printRow([sample, frame === null ? "" : String(frame), sensor ?? "", rule, message])
  }

  /** Takes the number of warnings from the last line. */
  note(line: CheckLine): void {
    if (line._tag !== "Summary") return
    this.summary = line
    this.standing = Object.values(line.counts).reduce((sum, count) => sum + count, 0) - line.dismissed
  }

  private printRow(cells: ReadonlyArray<string>): Effect.Effect<void> {
    return Effect.suspend(() => {
      this.progress.clear()
      const first = this.headed ? [] : [heading]
      this.headed = true
      return printLine([...first, cells].map(padCells).join("\n"))
    })
  }

  /** Prints the sums by rule below the rows. */
  get sums(): Effect.Effect<void> {
    return Effect.suspend(() => {
      const { summary } = this
      const { sizes, unreadable } = this.pictures
      if (summary === undefined) return Effect.void
      const { counts, dismissed, labels, labelsWithWarnings, refused, samples } = summary
      const words = [
        `${samples} samples`,
        `${labels} labels checked`,
        `${labelsWithWarnings} with warnings`,
        `${dismissed} warnings dismissed`,
        ...(refused > 0 ? [`${refused} labels not checked`] : []),
        ...(sizes > 0 ? [`${sizes} ${sizes === 1 ? "picture" : "pictures"} of another size`] : []),
        ...(unreadable > 0
          ? [`${unreadable} ${unreadable === 1 ? "picture" : "pictures"} that cannot be read`]
          : []),
      ]
      const rules = Object.entries(counts).map(([rule, count]) => [rule, String(count)])
      const table = rules.length === 0 ? Effect.void : printLine(formatTable(["RULE", "WARNINGS"], rules))
      const gap = this.headed ? printLine("") : Effect.void
      return gap.pipe(Effect.zipRight(table), Effect.zipRight(printLine(words.join(", "))))
    })
  }
}

const padCells = (cells: ReadonlyArray<string>): string =>
  cells
    .map((cell, column) => cleanCell(cell).padEnd(widths[column] ?? 0))
    .join("  ")
    .trimEnd()
