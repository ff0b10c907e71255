/** The attribute form as a labeler will see it, from the workbench itself. What is entered here goes nowhere. */
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { withMembers } from "../../../workbench/editor/json/edit.ts"
import { isObject, type JsonObject, toObjects } from "../../../workbench/editor/json/value.ts"
import {
  type Attribute,
  makeInitialAttributes,
  readConfiguration,
} from "../../../workbench/editor/label/attributes/configuration.ts"
import { AttributeField } from "../../../workbench/panels/AttributeField.tsx"
import classes from "../configuration.module.css"
import { getValueAt } from "../model/getValueAt.ts"
import { useForm } from "./FormContext.ts"
import type { Section } from "./sections.ts"

export const FormPreview = ({ section }: { readonly section: Section }) => {
  const { t } = useTranslation("configuration")
  const { root } = useForm()
  const configuration = readConfiguration(isObject(root) ? root : {})
  const ofImage = section.kind === "image"
  const path = ofImage ? ["image_attributes"] : ["categories", section.index ?? 0, "attributes"]
  const sources = toObjects(getValueAt(root, path))
  const attributes = ofImage
    ? configuration.imageAttributes
    : (configuration.categories[section.index ?? 0]?.attributes ?? [])
  const shown = new Set(attributes.map(({ name }) => name))
  const others = sources.filter(({ name }) => typeof name !== "string" || !shown.has(name))
  return (
    <aside className={classes.preview} aria-label={t("preview.title")}>
      <h3 className={classes.title}>{t("preview.title")}</h3>
      <p className={classes.hint}>{t("preview.hint")}</p>
      {attributes.length === 0 ? <p className={classes.hint}>{t("preview.empty")}</p> : null}
      {/* Defaults are those of a new object, so a changed configuration begins anew. */}
      <Fields key={JSON.stringify(sources)} attributes={attributes} />
      {others.map(({ input_type, name }) => (
        <p key={String(name)} className={classes.hint}>
          {t("preview.elsewhere", { name: String(name ?? ""), type: String(input_type ?? "") })}
        </p>
      ))}
    </aside>
  )
}

const Fields = ({ attributes }: { readonly attributes: ReadonlyArray<Attribute> }) => {
  const [values, setValues] = useState<JsonObject>(() => makeInitialAttributes(attributes))
  return attributes.map((attribute) => (
    <AttributeField
      key={attribute.name}
      attribute={attribute}
      value={values[attribute.name]}
      readOnly={false}
      onChange={(value) => setValues((now) => withMembers(now, { [attribute.name]: value }))}
    />
  ))
}
