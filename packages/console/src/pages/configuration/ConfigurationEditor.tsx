/** The open document with its views, its violations, and the way to save it. */
import { Alert, Button, SegmentedControl, Skeleton, Stack, Text } from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { lazy, Suspense, useEffect, useMemo, useState } from "react"
import { useTranslation } from "react-i18next"
import { Page } from "../../ui/Page.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { ConflictPanel } from "./ConflictPanel.tsx"
import { type DatasetName, makeLatestQuery, type Version } from "./calls.ts"
import classes from "./configuration.module.css"
import { translateFault } from "./faultWord.ts"
import type { Abilities } from "./form/abilities.ts"
import { FormProvider } from "./form/FormContext.ts"
import { FormView } from "./form/FormView.tsx"
import { findSection, type Section } from "./form/sections.ts"
import { useFormState } from "./form/useFormState.ts"
import { HistoryView } from "./history/HistoryView.tsx"
import { ImpactDialog } from "./impact/ImpactDialog.tsx"
import { findMarks, type Mark } from "./marks.ts"
import { arrangeJson } from "./model/arranged.ts"
import { parsePointer, readTree } from "./model/textTree.ts"
import { type OpenDocument, useDocument } from "./useDocument.ts"
import { useUndoKeys } from "./useUndoKeys.ts"
import { useViolations } from "./useViolations.ts"
import { ViolationList } from "./ViolationList.tsx"
import { views } from "./views.ts"

const JsonEditor = lazy(() => import("./json/JsonEditor.tsx").then((file) => ({ default: file.JsonEditor })))

const route = getRouteApi("/signed-in/d/$owner/$dataset/configuration")

interface ConfigurationEditorProps {
  readonly name: DatasetName
  /** The person who is signed in. */
  readonly user: string
  readonly latest: Version
  readonly readOnly: boolean
  readonly abilities: Abilities
}

export const ConfigurationEditor = ({
  abilities,
  latest,
  name,
  readOnly,
  user,
}: ConfigurationEditorProps) => {
  const { t } = useTranslation("configuration")
  const client = useQueryClient()
  const navigate = route.useNavigate()
  const { view = "form" } = route.useSearch()
  const document = useDocument({ ...name, user }, latest)
  const { base, change, isDirty, rebase, text } = document
  const [section, setSection] = useState<Section>({ kind: "category", index: 0 })
  const [target, setTarget] = useState<{ readonly range: readonly [number, number] } | null>(null)
  const [fieldTarget, setFieldTarget] = useState<{ readonly pointer: string } | null>(null)
  const [isSaving, setSaving] = useState(false)
  useUndoKeys(document)
  // The section and the attribute around the field are drawn by now.
  useEffect(() => {
    if (fieldTarget !== null) requestAnimationFrame(() => showField(fieldTarget.pointer))
  }, [fieldTarget])

  const tree = useMemo(() => readTree(text), [text])
  const checked = useViolations(text, tree)
  const marks = useMemo(
    () => findMarks(tree, checked.violations, (code) => translateFault(t, code)),
    [tree, checked.violations, t],
  )
  const isReadable = tree.faults.length === 0 && tree.root !== undefined
  const isConflict = latest.number !== base.number
  // What nobody has edited follows the dataset; the same text from elsewhere, such as a finished job, is no conflict.
  useEffect(() => {
    if (isConflict && !isDirty) rebase(latest, latest.text)
    else if (isConflict && arrangeJson(latest.text) === arrangeJson(text)) rebase(latest)
  }, [isConflict, isDirty, latest, rebase, text])

  const form = useFormState({
    text,
    isReadable,
    violations: checked.violations,
    readOnly,
    abilities,
    target: fieldTarget?.pointer,
    change,
  })
  const show = (next: string) => {
    const named = views.find((one) => one === next)
    navigate({ search: named === undefined || named === "form" ? {} : { view: named }, replace: true })
  }
  const open = ({ from, pointer, to }: Mark) => {
    if (view === "form" && pointer !== undefined) {
      setSection(findSection(parsePointer(pointer)))
      return setFieldTarget({ pointer })
    }
    if (view !== "json") show("json")
    setTarget({ range: [from, to] })
  }
  const handleSaved = async () => {
    setSaving(false)
    const next = await client.fetchQuery({ ...makeLatestQuery(name), staleTime: 0 })
    // Typed while it was being saved: that stays, on top of what was saved.
    rebase(next)
    await client.invalidateQueries({ queryKey: ["configuration", name.owner, name.dataset] })
  }
  const hasErrors = marks.some(({ severity }) => severity === "error")
  return (
    <Page
      title={t("title")}
      actions={
        readOnly ? undefined : (
          <Actions
            document={document}
            maySave={isDirty && !hasErrors && checked.isCurrent && !isConflict}
            onSave={() => setSaving(true)}
          />
        )
      }
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t(isDirty ? "changed" : "unchanged", {
            name: `${name.owner}/${name.dataset}`,
            version: base.number,
          })}
        </Text>
        {readOnly ? <Alert color="gray">{t("readOnly")}</Alert> : null}
        {isConflict && isDirty ? <ConflictPanel document={document} latest={latest} /> : null}
        {document.isKept ? null : <Alert color="red">{t("notKept")}</Alert>}
        <ProblemPanel error={checked.error} onRetry={checked.retry} />
        <SegmentedControl
          aria-label={t("view")}
          className={classes.views}
          data={views.map((value) => ({ value, label: t(`views.${value}`) }))}
          value={view}
          onChange={show}
        />
        <ViolationList
          text={text}
          marks={marks}
          root={view === "form" ? form?.root : undefined}
          onOpen={open}
        />
        {view === "history" ? (
          <HistoryView
            name={name}
            text={text}
            readOnly={readOnly}
            onRestore={(restored) => {
              change(restored)
              show("form")
            }}
          />
        ) : null}
        {view === "json" ? (
          <Suspense fallback={<Skeleton h={480} />}>
            <JsonEditor
              text={text}
              marks={marks}
              readOnly={readOnly}
              target={target}
              onChange={(next) => change(next, "json")}
            />
          </Suspense>
        ) : null}
        {view === "form" && form !== undefined ? (
          <FormProvider value={form}>
            <FormView section={section} onSelect={setSection} />
          </FormProvider>
        ) : null}
        {view === "form" && form === undefined ? <Text>{t("unreadable")}</Text> : null}
      </Stack>
      {isSaving ? (
        <ImpactDialog
          name={name}
          document={document}
          onClose={() => setSaving(false)}
          onSaved={handleSaved}
          onConflict={() => {
            setSaving(false)
            client.invalidateQueries(makeLatestQuery(name))
          }}
        />
      ) : null}
    </Page>
  )
}

interface ActionsProps {
  readonly document: OpenDocument
  readonly maySave: boolean
  readonly onSave: () => void
}

const Actions = ({ document, maySave, onSave }: ActionsProps) => {
  const { t } = useTranslation("configuration")
  return (
    <>
      <Button variant="default" disabled={!document.canUndo} onClick={document.undo}>
        {t("undo")}
      </Button>
      <Button variant="default" disabled={!document.canRedo} onClick={document.redo}>
        {t("redo")}
      </Button>
      <Button disabled={!maySave} onClick={onSave}>
        {t("review")}
      </Button>
    </>
  )
}

/** Goes to the field of a value, or to the nearest one around it. */
const showField = (pointer: string): void => {
  for (let nearest = pointer; nearest !== ""; nearest = nearest.slice(0, nearest.lastIndexOf("/"))) {
    const field = window.document.querySelector<HTMLElement>(`[data-pointer="${CSS.escape(nearest)}"]`)
    if (field === null) continue
    field.scrollIntoView({ block: "center" })
    field.focus()
    return
  }
}
