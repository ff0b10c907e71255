/** Provides what every field of the form needs: the values of the document, a way to change them, and what is wrong. */
import { createContext, useContext } from "react"
import { useTranslation } from "react-i18next"
import type { Json } from "../../../workbench/editor/json/value.ts"
import { getValueAt } from "../model/getValueAt.ts"
import { formatPointer, type Path } from "../model/textTree.ts"
import type { Violation } from "../useViolations.ts"
import { translateViolation } from "../violationWords.ts"
import type { Abilities } from "./abilities.ts"

export interface FormState {
  readonly root: Json
  readonly violations: ReadonlyArray<Violation>
  readonly readOnly: boolean
  /** The parts of a configuration that have an effect in the dataset. */
  readonly abilities: Abilities
  /** The pointer that somebody has opened from the list of violations; undefined without one. */
  readonly target: string | undefined
  /** Replaces a value by JSON text; `undefined` removes it. */
  readonly set: (path: Path, text: string | undefined) => void
  readonly append: (path: Path, text: string) => void
  readonly swap: (path: Path, first: number, second: number) => void
}

const Context = createContext<FormState | null>(null)

export const FormProvider = Context.Provider

export const useForm = (): FormState => {
  const form = useContext(Context)
  if (form === null) throw new Error("A field stands outside of the form.")
  return form
}

/** The value at a path, and what is wrong with it in words. A field that shows a whole list has the violations of its items too. */
export const useValue = (
  path: Path,
  hasItems = false,
): { readonly value: Json | undefined; readonly error: string | undefined } => {
  const { t } = useTranslation("configuration")
  const { root, violations } = useForm()
  const pointer = formatPointer(path)
  const messages = violations
    .filter(
      (one) =>
        !one.isAdvice && (one.pointer === pointer || (hasItems && one.pointer.startsWith(`${pointer}/`))),
    )
    .map(({ message }) => translateViolation(t, message))
  return {
    value: getValueAt(root, path),
    error: messages.length === 0 ? undefined : [...new Set(messages)].join(" "),
  }
}
