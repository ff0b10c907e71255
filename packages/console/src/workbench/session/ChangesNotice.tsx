/** Lists the differences of a configuration that changed while somebody worked under it. */
import { Alert, List, Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { toVisibleText } from "../../ui/visibleText.ts"
import type { ConfigurationChange } from "../model/attributes/compareConfigurations.ts"
import classes from "../view/workbench.module.css"

/** The most differences that are listed. */
const maxListed = 8

export const ChangesNotice = ({ changes }: { readonly changes: ReadonlyArray<ConfigurationChange> }) => {
  const { t } = useTranslation("workbench")
  const rest = changes.length - maxListed
  return (
    <Alert
      color="orange"
      classNames={{ title: classes.noticeTitle }}
      title={t("session.changes.title")}
      role="alert"
    >
      <List size="sm">
        {changes.slice(0, maxListed).map((change) => (
          <List.Item key={JSON.stringify(change)}>
            <ChangeText change={change} />
          </List.Item>
        ))}
      </List>
      <Text size="sm">
        {rest > 0 ? `${t("session.changes.more", { count: rest })} ` : ""}
        {t("session.changes.hint")}
      </Text>
    </Alert>
  )
}

const ChangeText = ({ change }: { readonly change: ConfigurationChange }) => {
  const { t } = useTranslation("workbench")
  const { attribute = "", category, kind, objects, value = "" } = change
  const names = { category: category ?? t("session.changes.image"), attribute, value }
  const text = t(`session.changes.${kind}`, {
    category: toVisibleText(names.category),
    attribute: toVisibleText(names.attribute),
    value: toVisibleText(names.value),
  })
  // Of the attributes of a whole image there is no object to count.
  return objects === 0 || category === undefined
    ? text
    : `${text} (${t("session.changes.objects", { count: objects })})`
}
