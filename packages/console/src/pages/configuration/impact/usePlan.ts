/** The changes of a document with what was chosen at each, and what the server counts for them. */
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useEffect, useMemo, useRef, useState } from "react"
import { hasStatus } from "../../../api/problem.ts"
import { parse } from "../../../workbench/editor/json/parse.ts"
import { isSet } from "../../../workbench/editor/label/attributes/problem.ts"
import { type DatasetName, requestPreview } from "../calls.ts"
import { findChanges } from "../model/changes.ts"
import { type Choice, type Choices, getChoice, planChanges } from "../model/choices.ts"
import type { OpenDocument } from "../useDocument.ts"

export const usePlan = (name: DatasetName, { base, text }: OpenDocument, onConflict: () => void) => {
  const [choices, setChoices] = useState<Choices>(new Map())
  const changes = useMemo(() => findChanges(parse(base.text), parse(text)), [base, text])
  const planned = planChanges(changes, choices)
  const actions = planned.map(({ action }) => action)
  const preview = useQuery({
    queryKey: ["configuration", name.owner, name.dataset, "preview", base.number, text, actions],
    queryFn: () => requestPreview(name, { number: base.number, text }, actions),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const isOutdated = hasStatus(preview.error, 412)
  const conflicts = useRef(onConflict)
  conflicts.current = onConflict
  useEffect(() => {
    if (isOutdated) conflicts.current()
  }, [isOutdated])
  return {
    changes,
    choices,
    planned,
    actions,
    preview,
    choose: (key: string, choice: Choice) => setChoices((now) => new Map(now).set(key, choice)),
    /** Whether a value is to be filled in that nobody has entered yet. */
    lacksValue: changes.some((change) => {
      const choice = getChoice(choices, change)
      return choice.take === "default" && !isSet(choice.value)
    }),
    /** Whether labels lose what they hold. */
    losses: planned.some(({ action }) => action.op.startsWith("drop")),
  }
}
