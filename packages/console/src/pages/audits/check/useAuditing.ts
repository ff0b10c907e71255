/** The work of an auditor on one draw after the other: claims, outcomes, and the way back to the last one. */
import { useQueryClient } from "@tanstack/react-query"
import { useCallback, useEffect, useRef, useState } from "react"
import {
  type Audit,
  type AuditPath,
  claimDraw,
  type ErrorType,
  makeAuditsQuery,
  submitDraw,
} from "../calls.ts"
import { chooseRetry, isClosed } from "./chooseRetry.ts"
import type { AuditWork } from "./readAuditWork.ts"

/** An error that the auditor names: of one object, or of the whole sample. */
export interface NamedError {
  readonly type: ErrorType
  readonly annotation: number | null
  /** The measured value of geometry; null where it is not measured, or not given yet. */
  readonly value: number | null
}

export interface OpenDraw {
  readonly work: AuditWork
  readonly errors: ReadonlyArray<NamedError>
  /** Whether it has an outcome, which is corrected. */
  readonly isCorrection: boolean
}

export type AuditingPhase =
  | { readonly kind: "loading" }
  | { readonly kind: "working"; readonly draw: OpenDraw }
  /** Nothing is left for this person. */
  | { readonly kind: "empty" }
  /** The audit takes no more work. */
  | { readonly kind: "closed" }
  | { readonly kind: "failed"; readonly error: unknown }

/** A claim lasts half an hour. */
const renewMillis = 10 * 60_000

export const useAuditing = (path: AuditPath) => {
  const client = useQueryClient()
  const { audit, dataset, owner, release } = path
  const [phase, setPhase] = useState<AuditingPhase>({ kind: "loading" })
  const [last, setLast] = useState<OpenDraw>()
  /** The draw that waits while the last one is corrected. */
  const [waiting, setWaiting] = useState<OpenDraw>()
  const [isSending, setSending] = useState(false)
  const [sendError, setSendError] = useState<unknown>()
  const [view, setView] = useState<Audit>()
  const place = useRef<AuditPath>({ audit, dataset, owner, release })

  const claim = useCallback(async () => {
    setPhase({ kind: "loading" })
    setSendError(undefined)
    // The claim of a draw that waits is returned again.
    setWaiting(undefined)
    try {
      const work = await claimDraw(place.current)
      setPhase(
        work === undefined
          ? { kind: "empty" }
          : { kind: "working", draw: { work, errors: [], isCorrection: false } },
      )
    } catch (error) {
      setPhase(isClosed(error) ? { kind: "closed" } : { kind: "failed", error })
    }
  }, [])

  useEffect(() => {
    void claim()
  }, [claim])

  const open = phase.kind === "working" ? phase.draw : undefined
  const claimed = waiting ?? (open?.isCorrection === false ? open : undefined)
  useRenewal(place.current, claimed?.work.claimId)

  const setErrors = useCallback(
    (change: (errors: ReadonlyArray<NamedError>) => ReadonlyArray<NamedError>) => {
      setPhase((now) =>
        now.kind === "working" ? { ...now, draw: { ...now.draw, errors: change(now.draw.errors) } } : now,
      )
    },
    [],
  )

  const submit = useCallback(async () => {
    if (open === undefined || isSending) return
    setSending(true)
    setSendError(undefined)
    try {
      const after = await submitDraw(place.current, open.work.number, open.errors)
      setView(after)
      setLast({ ...open, isCorrection: true })
      void client.invalidateQueries(makeAuditsQuery(place.current))
      if (waiting === undefined || after.state !== "open") await claim()
      else {
        setPhase({ kind: "working", draw: waiting })
        setWaiting(undefined)
      }
    } catch (error) {
      setSendError(error)
    } finally {
      setSending(false)
    }
  }, [client, claim, isSending, open, waiting])

  /** Goes on after an outcome could not be sent. What was named is dropped only when it can never be sent. */
  const retry = useCallback(
    () => (chooseRetry(sendError) === "claim" ? claim() : submit()),
    [claim, sendError, submit],
  )

  /** Opens the draw that was submitted last again, to correct its outcome. */
  const goBack = useCallback(() => {
    if (last === undefined || isSending) return
    if (open?.isCorrection === false) setWaiting(open)
    setSendError(undefined)
    setPhase({ kind: "working", draw: last })
    setLast(undefined)
  }, [isSending, last, open])

  return {
    phase,
    view,
    isSending,
    sendError,
    canGoBack: last !== undefined,
    setErrors,
    submit,
    retry,
    goBack,
    claim,
  }
}

export type Auditing = ReturnType<typeof useAuditing>

/** Renews a claim while its sample is open. A claim that is lost is reported when its outcome is sent. */
const useRenewal = (path: AuditPath, claimId: string | undefined): void => {
  useEffect(() => {
    if (claimId === undefined) return
    const timer = setInterval(() => {
      claimDraw(path).catch(() => {})
    }, renewMillis)
    return () => clearInterval(timer)
  }, [path, claimId])
}
