/** The known label of a sample in the workbench: managers draw it here, and only they see it. */
import { Alert, Button, Text } from "@mantine/core"
import { useQuery } from "@tanstack/react-query"
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router"
import { useMemo, useRef } from "react"
import { useTranslation } from "react-i18next"
import type { DatasetPath } from "../../api/dataset.ts"
import { hasStatus } from "../../api/problem.ts"
import { ActionDialog } from "../../ui/ActionDialog.tsx"
import { LeaveGuard } from "../../ui/LeaveGuard.tsx"
import { ProblemPanel } from "../../ui/ProblemPanel.tsx"
import { useChange } from "../../ui/useChange.ts"
import { useDialog } from "../../ui/useDialog.tsx"
import { Visible } from "../../ui/Visible.tsx"
import { AnyWorkbench } from "../../workbench/AnyWorkbench.tsx"
import { useRunCommand } from "../../workbench/commands/CommandContext.ts"
import type { Editor } from "../../workbench/editor/Editor.ts"
import { getWholeLabel } from "../../workbench/editor/EditorState.ts"
import { isObject } from "../../workbench/editor/json/value.ts"
import { useKeyTitle } from "../../workbench/input/keys/useKeyTitle.ts"
import { makeEmptySources } from "../../workbench/session/emptySources.ts"
import { labelToEdit, openEditor } from "../../workbench/session/openEditor.ts"
import { SamplePlaceholder } from "../../workbench/session/SamplePlaceholder.tsx"
import { useMasks, usePoints } from "../../workbench/session/useShownDocuments.ts"
import workbench from "../../workbench/workbench.module.css"
import { Back, hasPermission, type OpenedSampleProps, SampleReader } from "../samples/SampleReader.tsx"
import { sampleRow } from "../samples/sampleRow.ts"
import {
  makeGoldKey,
  readKnownLabel,
  removeKnownLabel,
  type StoredKnownLabel,
  setKnownLabel,
} from "./calls.ts"

const route = getRouteApi("/whole-window/d/$owner/$dataset/samples/$uuid/gold")

const makeKnownLabelKey = (uuid: string) => ["gold", "label", uuid]

export const KnownLabelPage = () => {
  const { dataset, owner, uuid } = route.useParams()
  return (
    <SampleReader path={{ owner, dataset }} uuid={uuid}>
      {(opened) => <KnownLabel {...opened} />}
    </SampleReader>
  )
}

const KnownLabel = (opened: OpenedSampleProps) => {
  const { uuid } = sampleRow(opened.sample)
  const query = useQuery({
    queryKey: makeKnownLabelKey(uuid),
    queryFn: ({ signal }) => readKnownLabel(uuid, signal),
    // What another manager saves must not replace what is drawn here.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (query.error !== null)
    return (
      <SamplePlaceholder home={<Back path={opened.path} />}>
        <ProblemPanel error={query.error} onRetry={() => query.refetch()} />
      </SamplePlaceholder>
    )
  return query.data === undefined ? null : <Opened {...opened} known={query.data} />
}

interface OpenedProps extends OpenedSampleProps {
  readonly known: StoredKnownLabel | null
}

const Opened = ({ dataset, family, known, path, sample }: OpenedProps) => {
  const { uuid } = sampleRow(sample)
  const attributes = isObject(sample.attributes) ? sample.attributes : {}
  const mayWrite = hasPermission(dataset, "prioritise") && dataset.archived !== true
  const isReadOnly = !mayWrite || family.bitmap || family.points === true
  const editor = useMemo(
    () =>
      openEditor(dataset, attributes, labelToEdit(family, attributes, known?.attributes ?? null), isReadOnly),
    [dataset, family, attributes, known, isReadOnly],
  )
  const leave = useNavigate()
  const isLeaving = useRef(false)
  const saving = useChange(() => saveLocked(editor, uuid, known), {
    stale: [makeGoldKey(path)],
    last: () => {
      isLeaving.current = true
      return leave({ to: "/d/$owner/$dataset/gold", params: path })
    },
  })
  const masks = useMasks(editor, family)
  const points = usePoints(editor, family)
  // Neither issues nor reviews belong to the known label.
  const sources = useMemo(() => makeEmptySources(uuid), [uuid])
  const { isPending, mutate } = saving
  const actions = useMemo(
    () => (isReadOnly || isPending ? {} : { submit: () => mutate() }),
    [isReadOnly, isPending, mutate],
  )
  if ((family.bitmap && masks === undefined) || (family.points && points === undefined)) return null
  return (
    <>
      <LeaveGuard isChanged={() => !isLeaving.current && editor.state.history.past !== null} />
      <AnyWorkbench
        editor={editor}
        masks={masks}
        points={points}
        dataset={dataset}
        sample={attributes}
        actions={actions}
        checks={undefined}
        {...sources}
        notice={<SavingProblem error={saving.error} />}
        header={
          <Header
            path={path}
            sample={sample}
            known={known}
            isDrawn={!family.bitmap && family.points !== true}
            isReadOnly={isReadOnly}
            isSaving={isPending}
            onReturn={() => {
              isLeaving.current = true
            }}
          />
        }
      />
    </>
  )
}

/** Why the label was not saved. */
const SavingProblem = ({ error }: { readonly error: Error | null }) => {
  const { t } = useTranslation("gold")
  return hasStatus(error, 412) ? (
    <Alert color="red" role="alert">
      {t("changedMeanwhile")}
    </Alert>
  ) : (
    <ProblemPanel error={error} />
  )
}

/** Sends the label. What is drawn meanwhile would be no part of it, so that nothing can be; after an error, drawing goes on. */
const saveLocked = async (editor: Editor, sample: string, known: StoredKnownLabel | null): Promise<void> => {
  editor.lock()
  try {
    await setKnownLabel(sample, getWholeLabel(editor.state), known)
  } catch (error) {
    editor.update((state) => ({ ...state, readOnly: false }))
    throw error
  }
}

interface HeaderProps extends Pick<OpenedSampleProps, "path" | "sample"> {
  readonly known: StoredKnownLabel | null
  /** Whether labels of the dataset can be drawn and compared: bitmaps and sets of points are not. */
  readonly isDrawn: boolean
  readonly isReadOnly: boolean
  readonly isSaving: boolean
  /** Called before the page is left after a return, with which what is drawn goes. */
  readonly onReturn: () => void
}

const Header = ({ isDrawn, known, isReadOnly, isSaving, onReturn, path, sample }: HeaderProps) => {
  const { t } = useTranslation("gold")
  const { name, uuid } = sampleRow(sample)
  const keyTitle = useKeyTitle()
  const run = useRunCommand()
  const remove = useDialog(() =>
    known === null ? null : <ReturnDialog path={path} sample={uuid} known={known} onReturn={onReturn} />,
  )
  const state = isDrawn ? (isReadOnly ? "cannotDraw" : known !== null ? "isGold" : "notGold") : "notDrawn"
  return (
    <header className={workbench.header}>
      <Link to="/d/$owner/$dataset/gold" params={path} className={workbench.home}>
        {t("title")}
      </Link>
      <h2 className={workbench.sample} title={name}>
        <Visible text={name} />
      </h2>
      <Text size="xs" c="dimmed" mr="auto" role="status">
        {t(state)}
      </Text>
      {isReadOnly ? null : (
        <>
          {known !== null ? (
            <Button size="xs" variant="default" onClick={() => remove.open()}>
              {t("remove")}
            </Button>
          ) : null}
          <Button size="xs" title={keyTitle("submit")} loading={isSaving} onClick={() => run("submit")}>
            {t("save")}
          </Button>
        </>
      )}
      {remove.dialog}
    </header>
  )
}

interface ReturnDialogProps {
  readonly path: DatasetPath
  readonly sample: string
  readonly known: StoredKnownLabel
  readonly onReturn: () => void
}

const ReturnDialog = ({ known, onReturn, path, sample }: ReturnDialogProps) => {
  const { t } = useTranslation("gold")
  const leave = useNavigate()
  const change = useChange(() => removeKnownLabel(sample, known), {
    stale: [makeGoldKey(path)],
    last: () => {
      onReturn()
      return leave({ to: "/d/$owner/$dataset/gold", params: path })
    },
  })
  return (
    <ActionDialog title={t("removeTitle")} action={t("remove")} isDangerous change={change}>
      <Text>{t("removeText")}</Text>
    </ActionDialog>
  )
}
