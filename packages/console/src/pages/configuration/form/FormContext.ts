/** Provides what every field of the form needs: the values of the document, a way to change them, and what is wrong. */
import { createContext, useContext } from "react"
import { getMember, isObject, type Json } from "../../../workbench/editor/json/value.ts"
import { formatPointer, type Path } from "../model/textTree.ts"
import type { Violation } from "../useViolations.ts"

export interface FormState {
  readonly root: Json
  readonly violations: ReadonlyArray<Violation>
  readonly readOnly: boolean
  /** Whether labels of the dataset can have cuboids. */
  readonly hasCuboids: boolean
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

/** The value at a path, and what is wrong with it. */
export const useValue = (
  path: Path,
): { readonly value: Json | undefined; readonly error: string | undefined } => {
  const { root, violations } = useForm()
  const pointer = formatPointer(path)
  const violation = violations.filter((one) => one.pointer === pointer && !one.isAdvice)
  return {
    value: getValueAt(root, path),
    error: violation.length === 0 ? undefined : violation.map(({ message }) => message).join("; "),
  }
}

export const getValueAt = (root: Json, path: Path): Json | undefined => {
  let value: Json | undefined = root
  for (const step of path) {
    if (Array.isArray(value)) value = value[Number(step)]
    else if (isObject(value)) value = getMember(value, String(step))
    else return undefined
  }
  return value
}
