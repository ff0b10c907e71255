/** The attributes of what is selected, or of the image: forms made from the dataset's configuration. */
import { NumberInput } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { findNumberSeparators } from "../../ui/numberSeparators.ts"
import type { Editor } from "../editor/Editor.ts"
import { getLabel } from "../editor/EditorState.ts"
import {
  listSelected,
  setAttribute,
  setCategory,
  setImageAttribute,
  setPoints,
} from "../editor/edits/edit.ts"
import type { Annotation } from "../editor/label/annotation.ts"
import { listAttributes } from "../editor/label/attributes/configuration.ts"
import { getImageAttributes, isSequence } from "../editor/label/frames.ts"
import { useEditor } from "../editor/useStore.ts"
import { computeBounds } from "../geometry/outline.ts"
import { useWork } from "../Work.ts"
import { AbsentTrack } from "./AbsentTrack.tsx"
import { AttributeField, findScope } from "./AttributeField.tsx"
import { CategoryNotice } from "./CategoryNotice.tsx"
import { CategorySelect } from "./CategorySelect.tsx"
import { ObjectsForm } from "./ObjectsForm.tsx"
import { OrderButtons } from "./OrderButtons.tsx"
import classes from "./panels.module.css"
import { TrackFields } from "./TrackFields.tsx"

interface AttributesPanelProps {
  /** Fields for the geometry of the selected object. */
  readonly geometry: React.ReactNode
}

export const AttributesPanel = ({ geometry }: AttributesPanelProps) => {
  const { editor } = useWork()
  const { t } = useTranslation("workbench")
  const state = useEditor(editor)
  const label = getLabel(state)
  const annotations = listSelected(state)
  const [annotation] = annotations
  const { imageAttributes } = editor.setting.configuration
  if (annotations.length > 1) return <ObjectsForm editor={editor} annotations={annotations} />
  if (annotation !== undefined)
    return <ObjectForm editor={editor} annotation={annotation} geometry={geometry} />
  const values = getImageAttributes(label, state.frame)
  const [key, ...others] = state.selected
  const isAbsent = isSequence(label) && editor.surface === undefined && others.length === 0
  return (
    <>
      {key !== undefined && isAbsent ? <AbsentTrack editor={editor} trackKey={key} /> : null}
      <section className={classes.panel} aria-label={t("attributes.title")}>
        <h2 className={classes.title}>
          {isSequence(label)
            ? t("attributes.ofFrame")
            : geometry === undefined
              ? t("attributes.ofImage")
              : t("attributes.ofCloud")}
        </h2>
        {imageAttributes.length === 0 ? <p className={classes.hint}>{t("attributes.select")}</p> : null}
        {imageAttributes.map((attribute) => (
          <AttributeField
            key={attribute.name}
            attribute={attribute}
            value={values[attribute.name]}
            readOnly={state.readOnly}
            onChange={(value) => editor.update((now) => setImageAttribute(now, attribute.name, value))}
          />
        ))}
      </section>
    </>
  )
}

interface ObjectFormProps {
  readonly editor: Editor
  readonly annotation: Annotation
}

const ObjectForm = ({
  annotation,
  editor,
  geometry,
}: ObjectFormProps & { readonly geometry: React.ReactNode }) => {
  const { t } = useTranslation("workbench")
  const { locked, readOnly } = useEditor(editor)
  const { configuration } = editor.setting
  const fixed = readOnly || locked.has(annotation.key)
  const isTrack = annotation.trackId !== undefined && isSequence(getLabel(editor.state))
  return (
    <section className={classes.panel} aria-label={t("attributes.title")}>
      <div className={classes.heading}>
        <h2 className={classes.title}>{t("attributes.ofObject", { id: annotation.key })}</h2>
        <OrderButtons annotations={[annotation]} isFixed={fixed} />
      </div>
      <CategorySelect
        categories={configuration.categories}
        ids={new Set([annotation.categoryId])}
        readOnly={fixed}
        onChoose={(id) => editor.update((now, setting) => setCategory(now, id, setting))}
      />
      <CategoryNotice editor={editor} />
      {annotation.type === "bbox" ? (
        <BoxFields annotation={annotation} editor={editor} fixed={fixed} />
      ) : (
        geometry
      )}
      {listAttributes(configuration, annotation.categoryId).map((attribute) => (
        <AttributeField
          key={`${annotation.key} ${attribute.name}`}
          attribute={attribute}
          value={annotation.attributes[attribute.name]}
          readOnly={fixed}
          hint={isTrack ? t(`attributes.scope.${findScope(attribute)}`) : undefined}
          onChange={(value) =>
            editor.update((now) =>
              setAttribute(now, {
                key: annotation.key,
                name: attribute.name,
                value,
                trackLevel: attribute.trackLevel,
                laterFrames: isTrack && attribute.laterFrames,
              }),
            )
          }
        />
      ))}
      {isTrack ? (
        <TrackFields key={annotation.key} editor={editor} trackKey={annotation.key} fixed={fixed} />
      ) : null}
    </section>
  )
}

/** Position and size of a box as numbers: what the canvas does with the pointer, for the keyboard. */
const BoxFields = ({ annotation, editor, fixed }: ObjectFormProps & { readonly fixed: boolean }) => {
  const { i18n, t } = useTranslation("workbench")
  const { bottom, left, right, top } = computeBounds(annotation.points)
  const box = { x: left, y: top, width: right - left, height: bottom - top }
  const set = (change: Partial<typeof box>) => {
    const { height, width, x, y } = { ...box, ...change }
    editor.update((now, setting) =>
      setPoints(
        now,
        annotation.key,
        [
          [x, y],
          [x + Math.max(width, 1), y + Math.max(height, 1)],
        ],
        setting,
      ),
    )
  }
  return (
    <div className={classes.numbers}>
      {(["x", "y", "width", "height"] as const).map((name) => (
        <NumberInput
          key={name}
          size="xs"
          label={t(`attributes.${name}`)}
          value={Math.round(box[name] * 100) / 100}
          decimalScale={2}
          decimalSeparator={findNumberSeparators(i18n.language).decimalSeparator}
          readOnly={fixed}
          hideControls
          onChange={(value) => {
            if (typeof value === "number") set({ [name]: value })
          }}
        />
      ))}
    </div>
  )
}
