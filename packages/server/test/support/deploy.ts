/** The files for deployment, and the settings that they name. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert } from "vitest"
import { settingNames } from "../../src/settings/secretFiles.ts"

export const deployFolder = fileURLToPath(new URL("../../deploy/", import.meta.url))

export const deployed = (path: string): string => readFileSync(`${deployFolder}${path}`, "utf8")

/** Checks that every setting in a file exists. `but` names variables of the file that are not settings. */
export const assertSettingsExist = (text: string, but: ReadonlyArray<string> = []): void => {
  const named = new Set(text.match(/\bANNOTARY_[A-Z0-9_]+/g))
  assert.isAbove(named.size, 3)
  assert.deepStrictEqual(
    [...named].filter((name) => !settingNames.includes(name) && !but.includes(name)),
    [],
  )
}

/** A value inside of parsed YAML or JSON; undefined where there is none. */
export const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce(
    (inner: unknown, key) =>
      typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined,
    value,
  )
