/** The form of several selected objects: what is set is set in all of them, in one step. */
import { useTranslation } from "react-i18next"
import type { Editor } from "../editor/Editor.ts"
import { getLabel } from "../editor/EditorState.ts"
import { setAttributes, setCategory, withShownSelection } from "../editor/edits/edit.ts"
import type { Json } from "../editor/json/value.ts"
import type { Annotation } from "../editor/label/annotation.ts"
import { type Attribute, listAttributes } from "../editor/label/attributes/configuration.ts"
import { listSharedAttributes, readSharedValue } from "../editor/label/attributes/shared.ts"
import { isSequence } from "../editor/label/frames.ts"
import { useEditor } from "../editor/useStore.ts"
import { AttributeField, findScope } from "./AttributeField.tsx"
import { CategoryNotice } from "./CategoryNotice.tsx"
import { CategorySelect } from "./CategorySelect.tsx"
import { OrderButtons } from "./OrderButtons.tsx"
import classes from "./panels.module.css"
import { TrackVerbs } from "./TrackVerbs.tsx"

interface ObjectsFormProps {
  readonly editor: Editor
  /** At least two. */
  readonly annotations: ReadonlyArray<Annotation>
}

export const ObjectsForm = ({ annotations, editor }: ObjectsFormProps) => {
  const { t } = useTranslation("workbench")
  const { locked, readOnly } = useEditor(editor)
  const { configuration } = editor.setting
  const isInSequence = isSequence(getLabel(editor.state))
  const editable = annotations.filter(({ key }) => !locked.has(key))
  const isFixed = readOnly || editable.length === 0
  const shared = listSharedAttributes(configuration, annotations)
  const set = (name: string, value: Json | undefined) =>
    editor.update((state) =>
      setAttributes(
        state,
        editable.flatMap(({ categoryId, key, trackId }) => {
          const attribute = listAttributes(configuration, categoryId).find((one) => one.name === name)
          if (attribute === undefined) return []
          const laterFrames = isInSequence && trackId !== undefined && attribute.laterFrames
          return [{ key, name, value, trackLevel: attribute.trackLevel, laterFrames }]
        }),
      ),
    )
  return (
    <section className={classes.panel} aria-label={t("attributes.title")}>
      <div className={classes.heading}>
        <h2 className={classes.title}>{t("attributes.ofObjects", { count: annotations.length })}</h2>
        <OrderButtons annotations={annotations} isFixed={isFixed} />
      </div>
      {editable.length === annotations.length || readOnly ? null : (
        <p className={classes.hint}>
          {t("attributes.locked", { count: annotations.length - editable.length })}
        </p>
      )}
      <CategorySelect
        categories={configuration.categories}
        ids={new Set(annotations.map(({ categoryId }) => categoryId))}
        readOnly={isFixed}
        onChoose={(id) => editor.update((now, setting) => setCategory(withShownSelection(now), id, setting))}
      />
      <CategoryNotice editor={editor} />
      {shared.map((attribute) => {
        const { isMixed, value } = readSharedValue(annotations, attribute.name)
        return (
          <AttributeField
            key={attribute.name}
            attribute={attribute}
            value={value}
            isMixed={isMixed}
            readOnly={isFixed}
            hint={isInSequence && attribute.hasOneScope ? formatScope(attribute, t) : undefined}
            onChange={(next) => set(attribute.name, next)}
          />
        )
      })}
      {isInSequence ? (
        <TrackVerbs editor={editor} trackKeys={annotations.map(({ key }) => key)} fixed={isFixed} />
      ) : null}
    </section>
  )
}

const formatScope = (attribute: Attribute, t: ReturnType<typeof useTranslation<"workbench">>["t"]): string =>
  t(`attributes.scope.${findScope(attribute)}`)
