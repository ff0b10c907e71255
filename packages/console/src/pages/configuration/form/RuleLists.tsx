/** The rules that raise warnings when a label is checked. */
import { Button, Group, Menu, Stack } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { isArray, isObject } from "../../../workbench/editor/json/value.ts"
import classes from "../configuration.module.css"
import { useForm, useValue } from "./FormContext.ts"
import { ItemButtons } from "./ItemButtons.tsx"
import { RuleFields } from "./RuleFields.tsx"
import { canApplyRule, listKinds, makeRule, type RuleList } from "./ruleKinds.ts"

export const RuleLists = () => (
  <>
    <Rules list="warning_rules" />
    <Rules list="quality_rules" />
  </>
)

const Rules = ({ list }: { readonly list: RuleList }) => {
  const { t } = useTranslation("configuration")
  const { abilities, append, readOnly } = useForm()
  const { error, value } = useValue([list])
  const rules = isArray(value) ? value : []
  const kinds = listKinds(list)
  const offeredKinds = kinds.filter(([kind]) => canApplyRule(kind, abilities))
  // A list that has nothing to offer in this dataset is absent, unless the document has rules in it.
  if (offeredKinds.length === 0 && rules.length === 0) return null
  const translateKind = (kind: string) => {
    const kindName = kinds.find(([name]) => name === kind)?.[0]
    return kindName === undefined ? kind : t(`rule.kinds.${kindName}`)
  }
  return (
    <section aria-label={t(`rule.${list}`)} className={classes.section}>
      <Group justify="space-between">
        <h3 className={classes.title}>{t(`rule.${list}`)}</h3>
        {readOnly || offeredKinds.length === 0 ? null : (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button size="compact-xs" variant="default">
                {t("rule.add")}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {offeredKinds.map(([kind, keys]) => (
                <Menu.Item key={kind} onClick={() => append([list], makeRule(kind, keys))}>
                  {t(`rule.kinds.${kind}`)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      {error === undefined ? null : <p className={classes.wrong}>{error}</p>}
      {rules.length === 0 ? <p className={classes.hint}>{t("rule.none")}</p> : null}
      <Stack gap="xs">
        {rules.map((rule, index) => {
          const kind = isObject(rule) ? String(rule.name ?? "") : ""
          return (
            <div key={index} className={classes.item}>
              <Group justify="space-between" wrap="nowrap" px="xs" pt={4}>
                <strong className={classes.name}>{translateKind(kind)}</strong>
                <ItemButtons
                  path={[list]}
                  index={index}
                  count={rules.length}
                  name={translateKind(kind)}
                  onMove={() => {}}
                />
              </Group>
              <div className={classes.fields}>
                <RuleFields list={list} kind={kind} path={[list, index]} />
              </div>
            </div>
          )
        })}
      </Stack>
    </section>
  )
}
