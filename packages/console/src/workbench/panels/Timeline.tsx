/** The frames of a sequence: which is shown, and where the selected track is and has keyframes. */
import { Button, Group, Text } from "@mantine/core"
import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import type { Editor } from "../editor/Editor.ts"
import { getLabel } from "../editor/EditorState.ts"
import { countFrames, listAnnotationsOfKey } from "../editor/label/frames.ts"
import { useEditor } from "../editor/useStore.ts"
import classes from "./timeline.module.css"

interface TimelineProps {
  readonly editor: Editor
  readonly playing: boolean
  readonly onPlay: () => void
  /** Frames with warnings. */
  readonly warned: ReadonlySet<number>
  /** Frames with open issues. */
  readonly issues: ReadonlySet<number>
}

/** Frames per second while playing. */
const rate = 8

export const Timeline = ({ editor, issues, onPlay, playing, warned }: TimelineProps) => {
  const { t } = useTranslation("workbench")
  const state = useEditor(editor)
  const label = getLabel(state)
  const count = countFrames(label)
  usePlaying(editor, playing, count)
  const [key] = state.selected
  const track = key === undefined ? undefined : listAnnotationsOfKey(label, key)
  return (
    <section className={classes.timeline} aria-label={t("frames.label")}>
      <Group gap="xs" wrap="nowrap">
        <Button size="compact-xs" variant="default" onClick={onPlay} aria-pressed={playing}>
          {playing ? t("frames.pause") : t("frames.play")}
        </Button>
        <Text size="xs" className={classes.position}>
          {t("frames.position", { frame: state.frame + 1, count })}
        </Text>
      </Group>
      <div className={classes.frames}>
        {Array.from({ length: count }, (_, frame) => {
          const annotation = track?.get(frame)
          return (
            <button
              key={frame}
              type="button"
              className={classes.frame}
              tabIndex={frame === state.frame ? 0 : -1}
              aria-current={frame === state.frame ? "true" : undefined}
              aria-label={[
                t("frames.show", { frame: frame + 1 }),
                ...(warned.has(frame) ? [t("frames.warned")] : []),
                ...(issues.has(frame) ? [t("frames.issues")] : []),
              ].join(", ")}
              data-track={annotation === undefined ? undefined : annotation.isKeyframe ? "key" : "computed"}
              data-warned={warned.has(frame) || undefined}
              data-issues={issues.has(frame) || undefined}
              onClick={() => editor.show(frame)}
            />
          )
        })}
      </div>
    </section>
  )
}

const usePlaying = (editor: Editor, playing: boolean, count: number): void => {
  const [still] = useState(() => matchMedia("(prefers-reduced-motion: reduce)").matches)
  useEffect(() => {
    if (!playing) return
    const timer = setInterval(() => editor.show((editor.state.frame + 1) % count), 1000 / (still ? 1 : rate))
    return () => clearInterval(timer)
  }, [editor, playing, count, still])
}
