/** The document as a form: its parts at the left, one of them in the middle, and what a labeler will see at the right. */
import { Group } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { Visible } from "../../../ui/Visible.tsx"
import { isArray, isObject } from "../../../workbench/editor/json/value.ts"
import classes from "../configuration.module.css"
import { getValueAt } from "../model/getValueAt.ts"
import { AttributeList } from "./AttributeList.tsx"
import { CategoryFields } from "./CategoryFields.tsx"
import { useForm } from "./FormContext.ts"
import { FormPreview } from "./FormPreview.tsx"
import { NumberField, TextField } from "./fields.tsx"
import { ItemButtons } from "./ItemButtons.tsx"
import { RuleLists } from "./RuleLists.tsx"
import { SectionList } from "./SectionList.tsx"
import type { Section } from "./sections.ts"
import { useFields } from "./useFields.ts"

interface FormViewProps {
  readonly section: Section
  readonly onSelect: (section: Section) => void
}

export const FormView = ({ onSelect, section }: FormViewProps) => {
  const hasPreview = section.kind === "category" || section.kind === "image"
  return (
    <div className={classes.form}>
      <SectionList section={section} onSelect={onSelect} />
      <div className={classes.middle}>
        <Part section={section} onSelect={onSelect} />
      </div>
      {hasPreview ? <FormPreview section={section} /> : null}
    </div>
  )
}

const Part = ({ onSelect, section }: FormViewProps) => {
  const { t } = useTranslation("configuration")
  switch (section.kind) {
    case "category":
      return <CategoryPart index={section.index ?? 0} onSelect={onSelect} />
    case "image":
      return <AttributeList path={["image_attributes"]} title={t("image.title")} hint={t("image.none")} />
    case "rules":
      return <RuleLists />
    case "general":
      return <GeneralPart />
  }
}

const GeneralPart = () => {
  const { t } = useTranslation("configuration")
  const isShown = useFields([])
  return (
    <section aria-label={t("general.title")} className={classes.section}>
      <h3 className={classes.title}>{t("general.title")}</h3>
      <div className={classes.two}>
        <TextField path={["format_version"]} label={t("general.version")} />
        {isShown("circle_radius", "space") ? (
          <NumberField path={["circle_radius"]} label={t("general.radius")} />
        ) : null}
      </div>
    </section>
  )
}

const CategoryPart = ({
  index,
  onSelect,
}: {
  readonly index: number
  readonly onSelect: FormViewProps["onSelect"]
}) => {
  const { t } = useTranslation("configuration")
  const { root } = useForm()
  const list = getValueAt(root, ["categories"])
  const count = isArray(list) ? list.length : 0
  const category = getValueAt(root, ["categories", index])
  if (!isObject(category)) return <p className={classes.hint}>{t("category.select")}</p>
  const name = typeof category.name === "string" && category.name !== "" ? category.name : t("unnamed")
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <h2 className={classes.heading}>
          <Visible text={name} />
        </h2>
        <ItemButtons
          path={["categories"]}
          index={index}
          count={count}
          name={name}
          onMove={(to) => onSelect({ kind: "category", index: to ?? Math.max(0, index - 1) })}
        />
      </Group>
      <CategoryFields key={index} path={["categories", index]} />
    </>
  )
}
