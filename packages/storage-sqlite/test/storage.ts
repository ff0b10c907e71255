/** Storages in separate files, which the tests of a file use one after the other: to open one takes longer than most tests. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { makeReusedStorages } from "@annotary/test-support/storage"
import { openFile } from "../src/driver.ts"
import { layer } from "../src/effect.ts"

const toFile = (folder: string) => join(folder, "annotary.db")

/** Removes all rows but those of the migrations, and all files. */
const empty = async (folder: string): Promise<void> => {
  const database = openFile(toFile(folder), { timeout: 5000 })
  try {
    database.pragma("foreign_keys = OFF")
    const tables = database
      .prepare<[], string>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'annotary_migrations'",
      )
      .pluck()
      .all()
    database.transaction(() => {
      for (const table of tables) database.exec(`DELETE FROM "${table}"`)
    })()
  } finally {
    database.close()
  }
  const files = `${toFile(folder)}.files`
  for (const name of readdirSync(files)) {
    // The store makes the folder of unfinished files when it is opened.
    if (name !== ".unfinished") rmSync(join(files, name), { recursive: true })
  }
}

export const makeStoragesOnFiles = () =>
  makeReusedStorages({
    create: async () => mkdtempSync(join(tmpdir(), "annotary-contract-")),
    layer: (folder) => layer({ filename: toFile(folder) }),
    empty,
    remove: async (folder) => rmSync(folder, { recursive: true, force: true }),
  })
