/** Shows the values that objects would lose by another category, and asks before they are dropped. */
import { Alert, Button, Group, List } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { toVisibleText } from "../../ui/visibleText.ts"
import type { Editor } from "../editor/Editor.ts"
import { confirmCategory, findPendingCategory } from "../editor/edits/edit.ts"
import { print } from "../editor/json/parse.ts"
import { isArray, type Json } from "../editor/json/value.ts"
import { useEditor } from "../editor/useStore.ts"

export const CategoryNotice = ({ editor }: { readonly editor: Editor }) => {
  const { t } = useTranslation("workbench")
  const pending = findPendingCategory(useEditor(editor))
  if (pending === undefined) return null
  const category = editor.setting.configuration.categories.find(({ id }) => id === pending.categoryId)
  return (
    <Alert
      color="orange"
      role="alert"
      p="xs"
      title={t("attributes.dropping", { category: toVisibleText(category?.name ?? "") })}
    >
      <List size="xs">
        {pending.lost.map(({ name, objects, value }) => (
          <List.Item key={`${name} ${print(value)}`}>
            {t("attributes.lost", { name: toVisibleText(name), value: toVisibleText(toText(value)) })}
            {objects > 1 ? ` (${t("attributes.lostBy", { count: objects })})` : ""}
          </List.Item>
        ))}
      </List>
      <Group gap="xs" mt="xs">
        <Button size="compact-xs" onClick={() => editor.update(confirmCategory)}>
          {t("attributes.drop")}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => editor.update((state) => ({ ...state, pendingCategory: undefined }))}
        >
          {t("attributes.keep")}
        </Button>
      </Group>
    </Alert>
  )
}

const toText = (value: Json): string =>
  typeof value === "string" ? value : isArray(value) ? value.map(toText).join(", ") : print(value)
