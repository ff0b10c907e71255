/** The categories above the canvas, the first nine with their digits. */
import { UnstyledButton } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { Visible } from "../../ui/Visible.tsx"
import type { Editor } from "../editor/Editor.ts"
import { chooseCategory } from "../editor/edits/edit.ts"
import { useEditor } from "../editor/useStore.ts"
import classes from "./categories.module.css"
import panel from "./panels.module.css"

export const CategoryStrip = ({ editor }: { readonly editor: Editor }) => {
  const { t } = useTranslation("workbench")
  const { categoryId, readOnly } = useEditor(editor)
  return (
    <div className={classes.strip} role="toolbar" aria-label={t("categories")}>
      {editor.setting.configuration.categories.map(({ color, id, name }, index) => (
        <UnstyledButton
          key={id}
          className={classes.category}
          aria-pressed={id === categoryId}
          disabled={readOnly}
          onClick={() => editor.update((state, setting) => chooseCategory(state, id, setting))}
        >
          <span className={panel.swatch} style={{ background: color }} aria-hidden="true" />
          <Visible text={name} />
          {index < 9 ? <kbd className={classes.digit}>{index + 1}</kbd> : null}
        </UnstyledButton>
      ))}
    </div>
  )
}
