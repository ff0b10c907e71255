/** Secrets in files, as orchestrators mount them: `ANNOTARY_…_FILE` names a file with the text of a secret setting. */
import { readFileSync, statSync } from "node:fs"
import { ConfigError, Either } from "effect"
import { getShortReason } from "../serve/dataDir.ts"
import { isSecret, type Setting, toFlag } from "./Setting.ts"
import { settings } from "./settings.ts"

/** The variable that names the file of a secret setting; undefined for a setting that is no secret. */
export const getFileVariable = (setting: Setting<unknown>): string | undefined =>
  isSecret(setting) ? `${setting.name}_FILE` : undefined

/** All variables: of the settings, and of the files of secret ones. */
export const settingNames: ReadonlyArray<string> = Object.values(settings).flatMap(
  (setting: Setting<unknown>) => [setting.name, getFileVariable(setting) ?? []].flat(),
)

/** A setting, or the file of a secret one, as a flag without its dashes. */
export interface SettingOption {
  readonly flag: string
  readonly description: string
  readonly choices: ReadonlyArray<string> | undefined
  readonly isPath: boolean
}

/** Every flag of a setting, for shell completion. */
export const listSettingOptions = (): ReadonlyArray<SettingOption> =>
  Object.values(settings).flatMap((setting: Setting<unknown>) => {
    const { description, name, type } = setting
    const plain = description.replaceAll("`", "")
    const file = getFileVariable(setting)
    return [
      { flag: toFlag(name), description: plain, choices: type.choices, isPath: name.endsWith("_DIR") },
      ...(file === undefined
        ? []
        : [{ flag: toFlag(file), description: `File with ${name}.`, choices: undefined, isPath: true }]),
    ]
  })

/** Larger files are not secrets. */
const maxBytes = 65_536

/** The text of a secret's file, without the line break at its end. Never repeats the text. */
export const readSecret = (
  variable: string,
  path: string,
): Either.Either<string, ConfigError.ConfigError> => {
  const makeInvalid = (rule: string) => Either.left(ConfigError.InvalidData([variable], rule))
  try {
    if (statSync(path).size > maxBytes) return makeInvalid(`names ${path}, which is larger than a secret`)
    const text = readFileSync(path, "utf8").replace(/\r?\n$/, "")
    return text === "" ? makeInvalid(`names ${path}, which is empty`) : Either.right(text)
  } catch (cause) {
    return makeInvalid(`names ${path}, which cannot be read: ${getShortReason(cause)}`)
  }
}
