/** The form of a new issue, pinned to what is selected, to a place of the image, or to all of the sample. */
import { Button, Group, Textarea } from "@mantine/core"
import { useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { isKey } from "../../../ui/isKey.ts"
import { useEditor } from "../../editor/useStore.ts"
import { useWork } from "../../Work.ts"
import classes from "./issues.module.css"
import { PlaceText } from "./PlaceText.tsx"
import { placeIn } from "./where.ts"

export const NewIssue = () => {
  const { editor, focusStage, issues } = useWork()
  const { t } = useTranslation("workbench")
  const [text, setText] = useState("")
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const state = useEditor(editor)
  const { pin } = state
  const place = placeIn(state)
  // The text is typed at once, and right after a place was chosen: what is typed then must not run tools.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen place decides when
  useEffect(() => {
    form.current?.scrollIntoView({ block: "nearest" })
    field.current?.focus({ preventScroll: true })
  }, [pin])
  const close = () => {
    editor.update((now) => ({ ...now, pin: undefined, tool: now.tool === "pin" ? "edit" : now.tool }))
    issues.setWrites(false)
  }
  const description = text.trim()
  const send = () => {
    if (description !== "" && !issues.change.isPending)
      issues.change.mutate({ kind: "open", description, place }, { onSuccess: close })
  }
  return (
    <form
      ref={form}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Textarea
        ref={field}
        size="xs"
        label={t("issues.description")}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (isKey(event, "Escape")) close()
          if (!isKey(event, "Enter") || !(event.ctrlKey || event.metaKey)) return
          // The same key submits the label.
          event.stopPropagation()
          event.preventDefault()
          send()
        }}
        autosize
      />
      <p className={classes.by} role="status">
        {state.tool === "pin" ? t("issues.choosePlace") : <PlaceText place={place} />}
      </p>
      <Group gap="xs">
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            editor.choose("pin")
            // The keys that move the crosshair are those of the canvas.
            focusStage()
          }}
        >
          {t("issues.pin")}
        </Button>
        {pin === undefined ? null : (
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => editor.update((now) => ({ ...now, pin: undefined }))}
          >
            {t("issues.unpin")}
          </Button>
        )}
      </Group>
      <Group gap="xs" justify="flex-end">
        <Button size="compact-xs" variant="default" onClick={close}>
          {t("session.cancel")}
        </Button>
        <Button
          size="compact-xs"
          type="submit"
          disabled={description === ""}
          loading={issues.change.isPending}
        >
          {t("issues.create")}
        </Button>
      </Group>
    </form>
  )
}
