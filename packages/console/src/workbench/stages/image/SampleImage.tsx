/** The image of a sample, with the notice while it loads, and the reason where it does not. */
import { Alert, Button, Loader } from "@mantine/core"
import { useEffect, useLayoutEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import { useEditor, useStore } from "../../editor/useStore.ts"
import { useWork } from "../../Work.ts"
import classes from "./canvas.module.css"
import { findImageFailure, type ImageFailure } from "./imageFailure.ts"
import type { Picture } from "./Picture.ts"
import type { ViewportStore } from "./ViewportStore.ts"

interface SampleImageProps {
  readonly picture: Picture
  readonly url: string | undefined
  readonly viewport: ViewportStore
  /** The filter of its style; undefined for the image as it is. */
  readonly filter: string | undefined
  readonly ref: React.Ref<HTMLImageElement>
}

export const SampleImage = ({ filter, picture, ref, url, viewport }: SampleImageProps) => {
  const { status } = useStore(picture)
  // Each attempt is another element, which loads anew.
  const [attempt, setAttempt] = useState(0)
  useLayoutEffect(() => picture.load(url), [picture, url])
  if (url === undefined || status === "failed")
    return (
      <FailedImage
        url={url}
        onRetry={() => {
          setAttempt((now) => now + 1)
          picture.load(url)
        }}
      />
    )
  return (
    <>
      <img
        key={attempt}
        ref={ref}
        src={url}
        alt=""
        draggable={false}
        referrerPolicy="no-referrer"
        className={classes.image}
        style={{ filter }}
        onLoad={({ currentTarget: { naturalHeight, naturalWidth } }) => {
          const size = { width: naturalWidth, height: naturalHeight }
          viewport.setImage(size)
          picture.show(size)
        }}
        onError={() => picture.fail()}
      />
      {status === "loading" ? <LoadingImage /> : null}
    </>
  )
}

/** From this many seconds on, the notice counts them. */
const slow = 3

const LoadingImage = () => {
  const { t } = useTranslation("workbench")
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className={classes.loading} role="status">
      <Loader size="xs" color="white" /> {t("image.loading")}
      {seconds < slow ? null : <span aria-hidden="true">{t("image.seconds", { count: seconds })}</span>}
    </p>
  )
}

interface FailedImageProps {
  readonly url: string | undefined
  readonly onRetry: () => void
}

const FailedImage = ({ onRetry, url }: FailedImageProps) => {
  const { t } = useTranslation("workbench")
  const { readOnly } = useEditor(useWork().editor)
  const [failure, setFailure] = useState<ImageFailure>()
  useEffect(() => {
    if (url === undefined) return
    const stop = new AbortController()
    findImageFailure(url, stop.signal).then(setFailure, () => {})
    return () => stop.abort()
  }, [url])
  return (
    <Alert color="red" className={classes.message} title={t("image.failed")} role="alert">
      {url === undefined ? (
        t("image.none")
      ) : (
        <>
          {t("image.failedHint", { url })}{" "}
          {failure === undefined ? "" : t(`image.reasons.${failure.reason}`, { status: failure.status })}
        </>
      )}
      {readOnly ? null : <p className={classes.remedy}>{t("image.remedy")}</p>}
      {url === undefined ? null : (
        <Button size="xs" variant="default" onClick={onRetry}>
          {t("image.retry")}
        </Button>
      )}
    </Alert>
  )
}
