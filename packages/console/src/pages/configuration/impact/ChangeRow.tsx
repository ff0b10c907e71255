/** One change, how many labels it concerns, and what is to become of them. */
import { Select, Table, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { withMembers } from "../../../workbench/editor/json/edit.ts"
import type { Json, JsonObject } from "../../../workbench/editor/json/value.ts"
import {
  type Attribute,
  readConfiguration,
} from "../../../workbench/editor/label/attributes/configuration.ts"
import { AttributeField } from "../../../workbench/panels/AttributeField.tsx"
import type { DatasetName, Effect } from "../calls.ts"
import classes from "../configuration.module.css"
import type { Change } from "../model/changes.ts"
import type { Choice } from "../model/choices.ts"
import { Examples } from "./Examples.tsx"

interface ChangeRowProps {
  readonly name: DatasetName
  readonly change: Change
  readonly choice: Choice
  readonly effect: Effect | undefined
  /** The categories of the new configuration. */
  readonly categories: ReadonlyArray<{ readonly id: number; readonly name: string }>
  readonly onChoose: (choice: Choice) => void
}

export const ChangeRow = ({ categories, change, choice, effect, name, onChoose }: ChangeRowProps) => {
  const { i18n, t } = useTranslation("configuration")
  const count = new Intl.NumberFormat(i18n.language)
  const title = makeTitle(change)
  const text = t(`impact.change.${change.kind}`, title)
  const options = listOptions(change, categories)
  const translateChoice = (one: Choice): string =>
    t(`impact.take.${one.take}`, { to: findTarget(one, categories) })
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm">{text}</Text>
        {title.category === "" ? null : (
          <Text size="xs" c="dimmed">
            {t("impact.inCategory", { category: title.category })}
          </Text>
        )}
        {effect === undefined ? null : <Examples name={name} effect={effect} />}
      </Table.Td>
      <Table.Td className={classes.number} data-label={t("impact.labels")}>
        {effect === undefined ? "–" : count.format(effect.labels)}
      </Table.Td>
      <Table.Td className={classes.number} data-label={t("impact.objects")}>
        {effect === undefined ? "–" : count.format(effect.annotations)}
      </Table.Td>
      <Table.Td miw={220}>
        {options.length === 0 ? (
          <Text size="xs" c="dimmed">
            {t("impact.nothing")}
          </Text>
        ) : (
          <Select
            size="xs"
            aria-label={t("impact.choose", { change: text })}
            allowDeselect={false}
            data={options.map((one) => ({ value: formatChoiceKey(one), label: translateChoice(one) }))}
            value={formatChoiceKey(choice.take === "default" ? { take: "default", value: null } : choice)}
            onChange={(key) => {
              const chosen = options.find((one) => formatChoiceKey(one) === key)
              if (chosen !== undefined) onChoose(chosen)
            }}
          />
        )}
        {choice.take === "default" && change.kind === "now-mandatory" ? (
          <DefaultValue change={change} value={choice.value} onChoose={onChoose} />
        ) : null}
      </Table.Td>
    </Table.Tr>
  )
}

/** The value that labels without one get. */
const DefaultValue = ({
  change,
  onChoose,
  value,
}: {
  readonly change: Extract<Change, { kind: "now-mandatory" }>
  readonly value: Json
  readonly onChoose: (choice: Choice) => void
}) => {
  const attribute = findAttribute(change.source)
  if (attribute === undefined) return null
  return (
    <AttributeField
      attribute={attribute}
      value={value}
      readOnly={false}
      onChange={(next) => onChoose({ take: "default", value: next ?? null })}
    />
  )
}

/** The attribute as the workbench reads it, whichever sensors it is for; undefined for types without a field. */
const findAttribute = (source: JsonObject): Attribute | undefined => {
  const all = withMembers(source, { sensors: undefined, sensor_filter: undefined })
  return readConfiguration({ image_attributes: [all] }).imageAttributes[0]
}

const formatChoiceKey = (choice: Choice): string =>
  JSON.stringify([choice.take, choice.take === "merge" || choice.take === "rename" ? choice.to : null])

const findTarget = (choice: Choice, categories: ChangeRowProps["categories"]): string => {
  if (choice.take === "rename") return choice.to
  return choice.take === "merge"
    ? (categories.find(({ id }) => id === choice.to)?.name ?? String(choice.to))
    : ""
}

const keep: Choice = { take: "keep" }
const drop: Choice = { take: "drop" }

/** Lists what can be chosen; nothing where the labels need no change. */
const listOptions = (change: Change, categories: ChangeRowProps["categories"]): ReadonlyArray<Choice> => {
  switch (change.kind) {
    case "category-renamed":
      return []
    case "category-removed":
      return [keep, ...categories.map(({ id }): Choice => ({ take: "merge", to: id })), drop]
    case "attribute-removed":
      return [keep, ...change.added.map((to): Choice => ({ take: "rename", to })), drop]
    case "value-removed":
      return [keep, ...change.values.map((to): Choice => ({ take: "rename", to }))]
    case "now-mandatory":
      return findAttribute(change.source) === undefined ? [keep] : [keep, { take: "default", value: null }]
  }
}

const makeTitle = (change: Change) => ({
  name: change.kind === "category-removed" ? change.name : "attribute" in change ? change.attribute : "",
  from: change.kind === "category-renamed" ? change.from : "",
  to: change.kind === "category-renamed" ? change.to : "",
  value: change.kind === "value-removed" ? change.value : "",
  category: "categoryName" in change ? (change.categoryName ?? "") : "",
})
