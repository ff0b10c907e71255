/** Derives what the form shows of a text, and how its fields change it. */
import { useMemo } from "react"
import { parse } from "../../../workbench/editor/json/parse.ts"
import { withItem, withItemsSwapped, withValue } from "../model/textEdits.ts"
import { formatPointer } from "../model/textTree.ts"
import type { OpenDocument } from "../useDocument.ts"
import type { Violation } from "../useViolations.ts"
import type { Abilities } from "./abilities.ts"
import type { FormState } from "./FormContext.ts"

interface FormSource extends Pick<OpenDocument, "change" | "text"> {
  /** Whether the text is JSON. */
  readonly isReadable: boolean
  readonly violations: ReadonlyArray<Violation>
  readonly readOnly: boolean
  readonly abilities: Abilities
  readonly target: string | undefined
}

/** Undefined while the text is not JSON. */
export const useFormState = ({
  abilities,
  change,
  isReadable,
  readOnly,
  target,
  text,
  violations,
}: FormSource): FormState | undefined =>
  useMemo(
    () =>
      isReadable
        ? {
            root: parse(text),
            violations,
            readOnly,
            abilities,
            target,
            set: (path, value) => change((now) => withValue(now, path, value), formatPointer(path)),
            append: (path, item) => change((now) => withItem(now, path, item)),
            swap: (path, first, second) => change((now) => withItemsSwapped(now, path, first, second)),
          }
        : undefined,
    [isReadable, text, violations, readOnly, abilities, target, change],
  )
