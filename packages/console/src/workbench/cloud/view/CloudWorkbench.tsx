/** The workbench of point clouds: the same panels as for images, around the views of a cloud. */
import { useEffect, useMemo, useRef, useState } from "react"
import { useSurroundings } from "../../../app/Surroundings.ts"
import { isSequence } from "../../model/document/frames.ts"
import { labelOf } from "../../model/editor/EditorState.ts"
import { framesWithIssues } from "../../model/issues/Issue.ts"
import type { Tool } from "../../model/tools/Gesture.ts"
import { countsByKey, type Finding, framesOf } from "../../model/warnings/Finding.ts"
import { useIssues } from "../../view/issues/useIssues.ts"
import { KeysDialog } from "../../view/keys/KeysDialog.tsx"
import { useKeymap } from "../../view/keys/useKeymap.ts"
import { CategoryStrip } from "../../view/panels/CategoryStrip.tsx"
import { Timeline } from "../../view/panels/Timeline.tsx"
import { useReview } from "../../view/review/useReview.ts"
import { ToolStrip } from "../../view/tools/ToolStrip.tsx"
import { useEditor } from "../../view/useEditor.ts"
import { useWarnings } from "../../view/useWarnings.ts"
import { LiveRegion, Panels, type WorkbenchProps } from "../../view/Workbench.tsx"
import workbench from "../../view/workbench.module.css"
import type { PointDocument } from "../points/model/PointDocument.ts"
import { PointBar } from "../points/view/PointBar.tsx"
import { pointBrush } from "../points/view/PointBrush.ts"
import { OtherPoints, PointsOfSelected, usePointCounts } from "../points/view/PointCounts.tsx"
import { PointPainter } from "../points/view/PointPainter.ts"
import { usePointChanges } from "../points/view/usePointChanges.ts"
import type { CameraImage } from "../session/cameras.ts"
import type { SensorFrames } from "../session/mergedFrames.ts"
import { ShapeBar } from "../shapes/view/ShapeBar.tsx"
import { ShapeMeasures } from "../shapes/view/ShapeMeasures.tsx"
import { ShapePen } from "../shapes/view/ShapePen.ts"
import { BatchView } from "./batch/BatchView.tsx"
import { CloudTools } from "./CloudTools.tsx"
import { CloudView } from "./CloudView.ts"
import { CuboidFields } from "./CuboidFields.tsx"
import { cloudPlaces } from "./cloudPlaces.ts"
import { FrameViews } from "./FrameViews.tsx"
import { useStore } from "./Store.ts"
import { imageTools, offeredInImages } from "./sensors/imageTools.ts"
import { SensorsPanel } from "./sensors/SensorsPanel.tsx"
import { TrackWork } from "./TrackWork.ts"
import { useCloudKeys } from "./useCloudKeys.ts"
import { useShownClouds } from "./useShownClouds.ts"
import { ViewBar } from "./ViewBar.tsx"

export interface CloudWorkbenchProps extends Omit<WorkbenchProps, "masks" | "offered" | "urls"> {
  /** The point clouds, by sensor. One has no name where the sample has no sensors. */
  readonly clouds: ReadonlyArray<SensorFrames>
  /** The images of the cameras, by frame. */
  readonly images: ReadonlyArray<ReadonlyArray<CameraImage>>
  /** The points, where objects are sets of them. */
  readonly points: PointDocument | undefined
  /** Whether objects are shapes that are drawn in the cloud, beside cuboids. */
  readonly shapes: boolean
  /** The number of sensors of the sample that no label can name. */
  readonly unrecognized: number
}

export const CloudWorkbench = (props: CloudWorkbenchProps) => {
  const { checks, clouds, dismissals, editor, header, images, issues: calls, review: source, verbs } = props
  const { points, shapes } = props
  const [view] = useState(() => new CloudView(points === undefined ? "height" : "category"))
  const painter = useMemo(() => points && new PointPainter(points, view, pointBrush), [points, view])
  const drawn = useMemo(() => (shapes ? new ShapePen(editor, view) : undefined), [shapes, editor, view])
  const [showsKeys, setShowsKeys] = useState(false)
  const [playing, setPlaying] = useState(false)
  const keymap = useKeymap()
  const frame = useRef<HTMLDivElement>(null)
  const { embedded } = useSurroundings()
  const state = useEditor(editor)
  // Of several sensors, that of cuboids or of images may be chosen: their keys and tools are others.
  const pen = drawn?.isActive ? drawn : undefined
  const [tools] = useState(() => imageTools(editor))
  const { cache, cloud, count, neighbors } = useShownClouds({ clouds, editor, view, painter })
  const work = useMemo(() => new TrackWork(editor, cache.cloudAt), [editor, cache])
  useEffect(() => work.cancel, [work])
  const places = useMemo(
    () => cloudPlaces({ editor, view, viewport: tools.viewport, painter, pen: drawn }),
    [editor, view, tools, painter, drawn],
  )
  const warnings = useWarnings(editor, places, checks, props.firstWarning)
  const issues = useIssues(editor, places, calls)
  const review = useReview(editor, source, issues.list)
  const { findings } = warnings.state
  const counts = useMemo(
    () => countsByKey(findings, state.frame, state.sensor?.name),
    [findings, state.frame, state.sensor],
  )
  const warned = useMemo(() => warnedIn(clouds, findings, state.frame), [clouds, findings, state.frame])
  const warnedFrames = useMemo(() => framesOf(findings), [findings])
  const batch = useStore(view.batch)
  const hasCameras = images.some(({ length }) => length > 0)
  const sequence = isSequence(labelOf(state))
  const onImage = state.sensor?.kind === "image"
  // What is drawn or dragged lies in the cloud of one frame, and goes into the label of one sensor.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the frame and the sensor decide when
  useEffect(() => () => void drawn?.cancel(), [drawn, state.frame, state.sensor])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sensor decides when
  useEffect(
    () => () => {
      view.making.set(undefined)
      view.batch.set(false)
    },
    [view, state.sensor],
  )
  // Chosen after an image of a camera: the sensor of a point cloud that was edited before.
  const lastCloud = useRef(state.sensor)
  useEffect(() => {
    if (state.sensor?.kind === "cloud") lastCloud.current = state.sensor
  }, [state.sensor])
  const { step } = warnings
  const { readOnly, setWrites } = issues
  const { toggle } = review
  const all = useMemo(
    () => ({
      ...verbs,
      nextWarning: () => step(1),
      previousWarning: () => step(-1),
      compare: toggle,
      issue: () => setWrites(!readOnly),
      keys: () => setShowsKeys(true),
      ...(sequence ? { play: () => setPlaying((now) => !now) } : {}),
    }),
    [verbs, sequence, step, toggle, readOnly, setWrites],
  )
  const within = embedded ? frame : undefined
  const scopes = useCloudKeys({ editor, view, work, verbs: all, tools, painter, pen, keymap, within })
  const ready = cloud.kind === "ready" ? cloud.cloud : undefined
  const pointCounts = usePointCounts(points)
  const pointChanges = usePointChanges(
    painter,
    review.compares ? (review.review?.attributes ?? undefined) : undefined,
  )
  return (
    <div ref={frame} className={workbench.workbench}>
      {header}
      <div className={workbench.middle}>
        {onImage ? (
          <ToolStrip editor={editor} keymap={keymap} offered={offeredInImages} />
        ) : painter === undefined ? (
          <CloudTools editor={editor} view={view} keymap={keymap} pen={pen} />
        ) : (
          <ToolStrip editor={editor} keymap={keymap} offered={pointTools} edit="lookAround" />
        )}
        <div className={workbench.stage}>
          <CategoryStrip editor={editor} />
          {batch && !onImage ? (
            <BatchView
              editor={editor}
              cloudAt={cache.cloudAt}
              warned={warnedFrames}
              onClose={() => view.batch.set(false)}
            />
          ) : (
            <>
              {painter === undefined ? null : <PointBar painter={painter} keymap={keymap} />}
              {pen === undefined ? null : <ShapeBar pen={pen} keymap={keymap} />}
              <ViewBar view={view} cloud={ready} hasCameras={hasCameras} hasFrames={count > 1} />
              <FrameViews
                editor={editor}
                view={view}
                cloud={cloud}
                neighbors={neighbors}
                onRetry={() => cache.retry()}
                images={images}
                tools={tools}
                sensor={state.sensor}
                lastCloud={lastCloud}
                warned={warned}
                findings={findings}
                comparison={review.comparison}
                issues={issues}
                painter={painter}
                pen={drawn}
              />
            </>
          )}
        </div>
        <Panels
          dismissals={dismissals}
          editor={editor}
          counts={counts}
          draws={
            onImage ? "box" : points !== undefined ? "brush" : pen !== undefined ? "spacePolygon" : "cuboid"
          }
          warnings={warnings}
          issues={issues}
          review={points === undefined ? review : { ...review, points: pointChanges }}
          points={pointCounts}
          before={
            state.sensors.length === 0 ? null : (
              <SensorsPanel
                editor={editor}
                view={view}
                findings={findings}
                clouds={clouds}
                unrecognized={props.unrecognized}
              />
            )
          }
          belowObjects={points && <OtherPoints points={points} />}
          geometry={
            points === undefined ? (
              <>
                {pen === undefined ? null : <ShapeMeasures pen={pen} keymap={keymap} />}
                <CuboidFields editor={editor} view={view} work={work} cloud={ready} />
              </>
            ) : (
              <PointsOfSelected points={points} />
            )
          }
        />
      </div>
      {sequence ? (
        <Timeline
          editor={editor}
          playing={playing}
          onPlay={() => setPlaying((now) => !now)}
          warned={warnedFrames}
          issues={framesWithIssues(issues.list)}
        />
      ) : null}
      <LiveRegion editor={editor} />
      {showsKeys ? <KeysDialog keymap={keymap} scopes={scopes} onClose={() => setShowsKeys(false)} /> : null}
    </div>
  )
}

const pointTools: ReadonlySet<Tool> = new Set(["edit", "brush", "lasso", "rectangle", "eraser"])

/** The objects that warnings about point clouds name. */
const warnedIn = (
  clouds: ReadonlyArray<SensorFrames>,
  findings: ReadonlyArray<Finding>,
  frame: number,
): ReadonlySet<string> =>
  new Set(clouds.flatMap(({ name }) => [...countsByKey(findings, frame, name).keys()]))
