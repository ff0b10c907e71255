/** The tables of nuScenes, written row by row. */
import { createHash } from "node:crypto"
import type { OutputFile, Target } from "../files/Target.ts"

const tableNames = [
  "category",
  "attribute",
  "visibility",
  "instance",
  "sensor",
  "calibrated_sensor",
  "ego_pose",
  "log",
  "scene",
  "sample",
  "sample_data",
  "sample_annotation",
] as const

export type TableName = (typeof tableNames)[number]

/** The folder of the tables: programs look for this name. */
export const versionFolder = "v1.0-trainval"

/** The same parts give the same token. */
export const makeToken = (...parts: ReadonlyArray<string | number>): string =>
  createHash("sha256").update(parts.join("\n")).digest("hex").slice(0, 32)

/** A JSON list that is written element by element. */
export class ListFile {
  readonly #file: OutputFile
  #isEmpty = true

  constructor(file: OutputFile) {
    this.#file = file
  }

  async add(element: unknown): Promise<void> {
    await this.#file.write(`${this.#isEmpty ? "[\n" : ",\n"}${JSON.stringify(element)}`)
    this.#isEmpty = false
  }

  async close(): Promise<void> {
    await this.#file.write(this.#isEmpty ? "[]\n" : "\n]\n")
    await this.#file.close()
  }
}

/** Tables have different columns; a token is what all have. */
export type Row = { readonly token: string } & Readonly<Record<string, unknown>>

export class Tables {
  readonly #files: ReadonlyMap<TableName, ListFile>

  private constructor(files: ReadonlyMap<TableName, ListFile>) {
    this.#files = files
  }

  static async open(target: Target): Promise<Tables> {
    const files = new Map<TableName, ListFile>()
    for (const name of tableNames)
      files.set(name, new ListFile(await target.open(`${versionFolder}/${name}.json`)))
    return new Tables(files)
  }

  async add(table: TableName, row: Row): Promise<void> {
    await this.#files.get(table)?.add(row)
  }

  async close(): Promise<void> {
    for (const file of this.#files.values()) await file.close()
  }
}
