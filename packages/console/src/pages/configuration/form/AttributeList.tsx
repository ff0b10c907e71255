/** A list of attributes: each can be opened, moved and removed, and a new one is added at the end. */
import { Button, Group, Stack, Text } from "@mantine/core"
import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { Visible } from "../../../ui/Visible.tsx"
import { isArray, isObject } from "../../../workbench/editor/json/value.ts"
import classes from "../configuration.module.css"
import { formatPointer, type Path } from "../model/textTree.ts"
import { AttributeFields } from "./AttributeFields.tsx"
import { useForm, useValue } from "./FormContext.ts"
import { ItemButtons } from "./ItemButtons.tsx"

interface AttributeListProps {
  readonly path: Path
  readonly title: string
  readonly hint: string
}

export const AttributeList = ({ hint, path, title }: AttributeListProps) => {
  const { t } = useTranslation("configuration")
  const { append, readOnly, target = "", violations } = useForm()
  const { error, value } = useValue(path)
  const [open, setOpen] = useState<number | null>(null)
  const itemStart = `${formatPointer(path)}/`
  useEffect(() => {
    if (target.startsWith(itemStart)) setOpen(Number.parseInt(target.slice(itemStart.length), 10))
  }, [itemStart, target])
  const attributes = isArray(value) ? value : []
  const add = () => {
    append(path, JSON.stringify({ name: findFreeName(attributes), input_type: "text" }))
    setOpen(attributes.length)
  }
  return (
    <section aria-label={title} className={classes.section} data-pointer={formatPointer(path)}>
      <Group justify="space-between">
        <h3 className={classes.title}>{title}</h3>
        {readOnly ? null : (
          <Button size="compact-xs" variant="default" onClick={add}>
            {t("attribute.add")}
          </Button>
        )}
      </Group>
      {error === undefined ? null : (
        <Text size="xs" c="red">
          {error}
        </Text>
      )}
      {attributes.length === 0 ? <p className={classes.hint}>{hint}</p> : null}
      <Stack gap={4}>
        {attributes.map((attribute, index) => {
          const at = [...path, index]
          const members = isObject(attribute) ? attribute : {}
          const name = typeof members.name === "string" ? members.name : ""
          const wrong = violations.filter(
            ({ isAdvice, pointer }) => !isAdvice && `${pointer}/`.startsWith(`${formatPointer(at)}/`),
          ).length
          return (
            <div key={index} className={classes.item}>
              <Group gap="xs" wrap="nowrap">
                <button
                  type="button"
                  className={classes.opener}
                  aria-expanded={open === index}
                  onClick={() => setOpen(open === index ? null : index)}
                >
                  <span className={classes.name}>
                    <Visible text={name === "" ? t("unnamed") : name} />
                  </span>
                  <span className={classes.hint}>{String(members.input_type ?? "")}</span>
                  {members.is_mandatory === true ? (
                    <span className={classes.hint}>{t("attribute.mandatory")}</span>
                  ) : null}
                  {wrong > 0 ? (
                    <span className={classes.wrong}>{t("violations", { count: wrong })}</span>
                  ) : null}
                </button>
                <ItemButtons
                  path={path}
                  index={index}
                  count={attributes.length}
                  name={name}
                  onMove={setOpen}
                />
              </Group>
              {open === index ? (
                <div className={classes.fields}>
                  <AttributeFields path={at} />
                </div>
              ) : null}
            </div>
          )
        })}
      </Stack>
    </section>
  )
}

const findFreeName = (attributes: ReadonlyArray<unknown>): string => {
  const names = new Set(
    attributes.map((one) => (typeof one === "object" && one && "name" in one ? one.name : "")),
  )
  let number = attributes.length + 1
  while (names.has(`attribute_${number}`)) number += 1
  return `attribute_${number}`
}
