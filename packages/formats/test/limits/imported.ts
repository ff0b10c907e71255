/** Reads files of a format with limits, and says what the import says. */
import type { Format } from "../../src/Format.ts"
import { FormatError } from "../../src/FormatError.ts"
import { defaultLimits, type Limits } from "../../src/files/limits.ts"
import { memorySource } from "../../src/files/Source.ts"
import { importDataset } from "../../src/importing/importDataset.ts"
import { bytes } from "../reading.ts"
import { collected } from "../roundTrip.ts"
import type { Files } from "./inputs.ts"

export const sourceOf = (files: Files, limits: Partial<Limits>) =>
  memorySource(
    new Map(
      Object.entries(files).map(([path, content]) => [
        path,
        typeof content === "string" ? bytes(content) : content,
      ]),
    ),
    { ...defaultLimits, ...limits },
  )

export const message = (cause: unknown): string => {
  if (!(cause instanceof FormatError)) throw cause
  return cause.message
}

/** "read", or what the import says. */
export const imported = async (format: Format, files: Files, limits: Partial<Limits>): Promise<string> => {
  try {
    const { records } = await importDataset({
      format,
      source: sourceOf(files, limits),
      baseUrl: "https://files.example",
      save: async ({ content, path }) => {
        await collected(content)
        return `https://assets.example/${path}`
      },
    })
    await collected(records)
    return "read"
  } catch (cause) {
    return message(cause)
  }
}
