/** Storages in separate files. Each begins as a copy of one that is migrated: to migrate one takes longer than most tests. */
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer } from "effect"
import { afterAll } from "vitest"
import { layer } from "../src/effect.ts"

const newFolder = () => mkdtempSync(join(tmpdir(), "annotary-contract-"))

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true })

let migrated: Promise<string> | undefined

const migrate = async (): Promise<string> => {
  const folder = newFolder()
  await Effect.runPromise(Effect.scoped(Layer.build(layer({ filename: join(folder, "annotary.db") }))))
  return folder
}

afterAll(async () => {
  if (migrated !== undefined) remove(await migrated)
  migrated = undefined
})

/** A folder with a copy of the migrated storage. */
const copied = Effect.promise(async () => {
  migrated ??= migrate()
  const [from, to] = [await migrated, newFolder()]
  cpSync(from, to, { recursive: true })
  return to
})

export const onFile = () =>
  Layer.unwrapScoped(
    Effect.acquireRelease(copied, (folder) => Effect.sync(() => remove(folder))).pipe(
      Effect.map((folder) => layer({ filename: join(folder, "annotary.db") })),
    ),
  )
