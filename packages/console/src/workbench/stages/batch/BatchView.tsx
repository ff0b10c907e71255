/** The selected track in several frames at once. What is edited here makes keyframes, as everywhere. */
import { Button, Select, Text } from "@mantine/core"
import { useCallback, useMemo, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { toVisibleText } from "../../../ui/visibleText.ts"
import { type EditorState, getLabel } from "../../editor/EditorState.ts"
import { copyInto } from "../../editor/edits/copies.ts"
import type { Setting } from "../../editor/edits/edit.ts"
import type { Annotation } from "../../editor/label/annotation.ts"
import { countFrames, listAnnotationsOfKey } from "../../editor/label/frames.ts"
import { useEditor } from "../../editor/useStore.ts"
import { useWork } from "../../Work.ts"
import { useCloudParts } from "../cloud/CloudParts.ts"
import { useSize } from "../cloud/useSize.ts"
import { BatchColumn } from "./BatchColumn.tsx"
import classes from "./batch.module.css"

const choices = ["1", "2", "5", "10", "keyframes"] as const satisfies ReadonlyArray<BatchFrames>

/** The width of a column in pixels, and how many there are at most: more are too small to be edited. */
const column = { width: 150, least: 2, most: 9 }

const nowhere: ReadonlyMap<number, Annotation> = new Map()

/** The state with the selected object in a frame, as it is in the nearest one. */
const addKeyframe = (state: EditorState, frame: number, setting: Setting): EditorState => {
  const [key] = state.selected
  const from =
    key === undefined ? undefined : findNearestFrame(listAnnotationsOfKey(getLabel(state), key), frame)
  if (key === undefined || from === undefined) return state
  const copied = copyInto({ ...state, frame: from, selected: new Set([key]) }, frame, frame, setting)
  return { ...copied, frame }
}

export const BatchView = () => {
  const { editor, warnedFrames } = useWork()
  const { cache, view } = useCloudParts()
  const { t } = useTranslation("workbench")
  const state = useEditor(editor)
  const [choice, setChoice] = useState<BatchFrames>("1")
  const body = useRef<HTMLDivElement>(null)
  const { width } = useSize(body)
  const label = getLabel(state)
  const [key] = state.selected
  const track = useMemo(() => (key === undefined ? nowhere : listAnnotationsOfKey(label, key)), [label, key])
  const count = Math.min(Math.max(Math.floor(width / column.width), column.least), column.most)
  const candidates = batchFrames(choice, track, countFrames(label))
  const page = computePage(candidates, state.frame, count)
  const [annotation] = track.values()
  const category = editor.setting.configuration.categories.find(({ id }) => id === annotation?.categoryId)
  const fixed = state.readOnly || (key !== undefined && state.locked.has(key))
  // Most columns stay as they are only while this is the same.
  const add = useCallback(
    (frame: number) => editor.update((now, setting) => addKeyframe(now, frame, setting)),
    [editor],
  )
  const turn = (by: number) => {
    const next =
      candidates[candidates.indexOf(page[0] ?? 0) + by * count] ?? (by < 0 ? candidates[0] : undefined)
    if (next !== undefined) editor.update((now) => ({ ...now, frame: next }))
  }
  return (
    <section className={classes.batch} aria-label={t("commands.batch")}>
      <div className={classes.bar}>
        <Text size="sm" fw={600}>
          {key === undefined
            ? t("cloud.batch.none")
            : t("cloud.batch.track", { id: key, category: toVisibleText(category?.name ?? "") })}
        </Text>
        <Select
          size="xs"
          w={170}
          aria-label={t("cloud.batch.frames")}
          value={choice}
          allowDeselect={false}
          data={choices.map((value) => ({
            value,
            label:
              value === "keyframes"
                ? t("cloud.batch.keyframes")
                : t("cloud.batch.every", { count: Number(value) }),
          }))}
          onChange={(value) => {
            const chosen = choices.find((one) => one === value)
            if (chosen !== undefined) setChoice(chosen)
          }}
        />
        <Button
          size="compact-xs"
          variant="default"
          disabled={page[0] === candidates[0]}
          onClick={() => turn(-1)}
        >
          {t("cloud.batch.previous")}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          disabled={page.at(-1) === candidates.at(-1)}
          onClick={() => turn(1)}
        >
          {t("cloud.batch.next")}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          className={classes.close}
          onClick={() => view.batch.set(false)}
        >
          {t("cloud.batch.close")}
        </Button>
      </div>
      <div ref={body} className={classes.columns}>
        {key === undefined
          ? null
          : page.map((frame) => (
              <BatchColumn
                key={frame}
                editor={editor}
                cloudAt={cache.cloudAt}
                frame={frame}
                objectKey={key}
                annotation={track.get(frame)}
                shown={frame === state.frame}
                warned={warnedFrames.has(frame)}
                fixed={fixed}
                onAdd={add}
              />
            ))}
      </div>
    </section>
  )
}

/** Every so many frames, or the keyframes of the track. */
type BatchFrames = "1" | "2" | "5" | "10" | "keyframes"

/** All frames that can be shown, in order. A track without keyframes is shown in all of its frames. */
const batchFrames = (
  choice: BatchFrames,
  track: ReadonlyMap<number, Annotation>,
  count: number,
): ReadonlyArray<number> => {
  if (choice !== "keyframes") {
    const step = Number(choice)
    return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step)
  }
  const keyframes = [...track].filter(([, { isKeyframe }]) => isKeyframe).map(([frame]) => frame)
  return keyframes.length > 0 ? keyframes : [...track.keys()]
}

/** The page of frames with the shown one, or with the one before it. */
const computePage = (
  candidates: ReadonlyArray<number>,
  frame: number,
  count: number,
): ReadonlyArray<number> => {
  const at = Math.max(
    candidates.findLastIndex((one) => one <= frame),
    0,
  )
  const start = Math.min(Math.floor(at / count) * count, Math.max(candidates.length - count, 0))
  return candidates.slice(start, start + count)
}

/** The frame of the track that is nearest to another one: of two, the earlier. */
const findNearestFrame = (track: ReadonlyMap<number, unknown>, frame: number): number | undefined => {
  let nearest: number | undefined
  for (const keyframe of track.keys())
    if (nearest === undefined || Math.abs(keyframe - frame) < Math.abs(nearest - frame)) nearest = keyframe
  return nearest
}
