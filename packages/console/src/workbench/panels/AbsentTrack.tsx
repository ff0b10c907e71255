/** The selected track where the shown frame lacks it: how it comes here, and how to begin another object instead. */
import { Button, Group, Text, Tooltip } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { useRunCommand } from "../commands/CommandContext.ts"
import type { Editor } from "../editor/Editor.ts"
import { getLabel, none } from "../editor/EditorState.ts"
import { hasFrame } from "../editor/label/frames.ts"
import { findNextGap } from "../editor/label/tracks/extend.ts"
import { findExtent } from "../editor/label/tracks/tracks.ts"
import { findOwnTrack } from "../editor/sensorLabels.ts"
import { useEditor } from "../editor/useStore.ts"
import { useKeyHint } from "../input/keys/useKeymap.ts"
import classes from "./panels.module.css"

interface AbsentTrackProps {
  readonly editor: Editor
  readonly trackKey: string
}

/** The types of objects that continue a track of the same type when they are drawn. */
const drawnTypes = ["bbox", "polygon", "polyline", "point", "cuboid"] as const

export const AbsentTrack = ({ editor, trackKey }: AbsentTrackProps) => {
  const { t } = useTranslation("workbench")
  const run = useRunCommand()
  const hint = useKeyHint()
  const state = useEditor(editor)
  const label = getLabel(state)
  const extent = findExtent(label, trackKey)
  if (extent === undefined) return null
  const fixed = state.readOnly || state.locked.has(trackKey)
  const isInSensor = hasFrame(label, state.frame)
  const drawn = findOwnTrack(state)?.source.type
  const type = drawnTypes.find((one) => one === drawn)
  const verbs = [
    ...(isInSensor ? (["extendHere"] as const) : []),
    ...(!isInSensor || findNextGap(label, state.frame, trackKey) === undefined
      ? []
      : (["extendToNext"] as const)),
    ...(isInSensor && state.frame > extent.last ? (["extendToEnd"] as const) : []),
  ] as const
  return (
    <section className={classes.panel} aria-label={t("track.title", { id: trackKey })}>
      <h2 className={classes.title}>{t("track.title", { id: trackKey })}</h2>
      <Text size="xs" c="dimmed" className={classes.hint}>
        {t("track.absent", { first: extent.first + 1, last: extent.last + 1 })}
        {fixed || !isInSensor || type === undefined ? "" : ` ${t(`track.continues.${type}`)}`}
      </Text>
      <Group gap={4}>
        {verbs.map((name) => (
          <Tooltip key={name} label={hint(t(`commands.${name}`), name)}>
            <Button size="compact-xs" variant="default" disabled={fixed} onClick={() => run(name)}>
              {t(`commands.${name}`)}
            </Button>
          </Tooltip>
        ))}
        <Button size="compact-xs" variant="subtle" onClick={() => editor.select(none)}>
          {t("track.leave")}
        </Button>
      </Group>
    </section>
  )
}
