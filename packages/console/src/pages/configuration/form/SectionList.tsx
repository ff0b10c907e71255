/** The parts of the form: the categories with their colors, and what belongs to none. */
import { Button } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { Visible } from "../../../ui/Visible.tsx"
import { isArray, isObject, toNumber, toObjects } from "../../../workbench/editor/json/value.ts"
import { readConfiguration } from "../../../workbench/editor/label/attributes/configuration.ts"
import classes from "../configuration.module.css"
import { getValueAt } from "../model/getValueAt.ts"
import { parsePointer } from "../model/textTree.ts"
import { useForm } from "./FormContext.ts"
import { findSection, type Section } from "./sections.ts"

interface SectionListProps {
  readonly section: Section
  readonly onSelect: (section: Section) => void
}

export const SectionList = ({ onSelect, section }: SectionListProps) => {
  const { t } = useTranslation("configuration")
  const { append, readOnly, root, violations } = useForm()
  const list = getValueAt(root, ["categories"])
  const categories = isArray(list) ? list : []
  const { categories: drawn } = readConfiguration(isObject(root) ? root : {})
  const countFaults = (one: Section): number =>
    violations.filter(({ isAdvice, pointer }) => {
      const { index, kind } = findSection(parsePointer(pointer))
      return !isAdvice && kind === one.kind && index === one.index
    }).length
  const renderItem = (one: Section, name: string, swatch?: string) => (
    <SectionButton
      key={`${one.kind} ${one.index ?? ""}`}
      name={name}
      swatch={swatch}
      wrong={countFaults(one)}
      isSelected={section.kind === one.kind && section.index === one.index}
      onSelect={() => onSelect(one)}
    />
  )
  const add = () => {
    const ids = toObjects(list).map(({ id }) => toNumber(id))
    const id = Math.max(0, ...ids.filter(Number.isSafeInteger)) + 1
    append(["categories"], JSON.stringify({ id, name: t("category.newName", { id }) }))
    onSelect({ kind: "category", index: categories.length })
  }
  const count = (key: string): number => toObjects(getValueAt(root, [key])).length
  const rules = count("warning_rules") + count("quality_rules")
  return (
    <nav className={classes.sections} aria-label={t("sections")}>
      <h2 className={classes.title}>{t("category.list")}</h2>
      {categories.map((category, index) => {
        const name = isObject(category) && typeof category.name === "string" ? category.name : ""
        return renderItem({ kind: "category", index }, name === "" ? t("unnamed") : name, drawn[index]?.color)
      })}
      {readOnly ? null : (
        <Button size="compact-xs" variant="default" onClick={add}>
          {t("category.add")}
        </Button>
      )}
      <h2 className={classes.title}>{t("whole")}</h2>
      {renderItem({ kind: "image" }, t("image.count", { count: count("image_attributes") }))}
      {renderItem({ kind: "rules" }, t("rule.count", { count: rules }))}
      {renderItem({ kind: "general" }, t("general.title"))}
    </nav>
  )
}

interface SectionButtonProps {
  readonly name: string
  readonly swatch: string | undefined
  readonly wrong: number
  readonly isSelected: boolean
  readonly onSelect: () => void
}

const SectionButton = ({ isSelected, name, onSelect, swatch, wrong }: SectionButtonProps) => {
  const { t } = useTranslation("configuration")
  return (
    <button type="button" className={classes.sectionButton} aria-current={isSelected} onClick={onSelect}>
      {swatch === undefined ? null : <span className={classes.swatch} style={{ background: swatch }} />}
      <span className={classes.name}>
        <Visible text={name} />
      </span>
      {wrong > 0 ? <span className={classes.wrong}>{t("violations", { count: wrong })}</span> : null}
    </button>
  )
}
