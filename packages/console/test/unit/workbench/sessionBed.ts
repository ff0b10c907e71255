/** A queue session with two samples, whose server and drafts are in memory. */
import { defaultLeaseSeconds } from "@annotary/core/check"
import { ApiError } from "../../../src/api/problem.ts"
import { parse } from "../../../src/workbench/editor/json/parse.ts"
import { isObject, type JsonObject } from "../../../src/workbench/editor/json/value.ts"
import {
  type Draft,
  type DraftPlace,
  type DraftVersion,
  formatDraftKey,
  formatPlaceKey,
} from "../../../src/workbench/session/drafts/Draft.ts"
import type { DraftStore } from "../../../src/workbench/session/drafts/DraftStore.ts"
import { loadPoints } from "../../../src/workbench/session/openEditor.ts"
import type { SessionEvent, SessionSetting, Working } from "../../../src/workbench/session/phases.ts"
import { QueueSession } from "../../../src/workbench/session/QueueSession.ts"
import type { Loss } from "../../../src/workbench/session/reclaim.ts"
import { type KeyedTexts, makeWorkTimesStore } from "../../../src/workbench/session/WorkTimesStore.ts"
import {
  type GoldResult,
  readWork,
  type Work,
  type WorkAction,
  type WorkDone,
} from "../../../src/workbench/session/work.ts"

const read = (text: string): JsonObject => {
  const value = parse(text)
  if (!isObject(value)) throw new Error("not an object")
  return value
}
const label = '{"annotations": [{"id": 1, "t": 1700000000123456789}]}'
export const claim = (sample: string, version: string | null) =>
  readWork(
    read(`{"claim_id": "c-${sample}", "step": 4, "expires_at": "2026-11-20T13:25:01.123456Z",
      "sample": {"uuid": "${sample}", "name": "${sample}.jpg", "attributes": {"image": {"url": "/a.png"}}},
      "label": ${version === null ? "null" : `{"label_status": "PRELABELED", "version": "${version}", "attributes": ${label}}`}}`),
  )
export const answer = (status: number, code: string) =>
  new ApiError({ type: "", title: "", status, detail: code, code })
export const conflict = answer(409, "claim_ended")

/** Texts as a browser keeps them for all pages of an origin. */
export const makeTexts = (): KeyedTexts => {
  const texts = new Map<string, string>()
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  }
}

let pageCount = 0

/** The drafts of a browser, whose pages share them. Pages are notified by `notify`. */
export const makeDraftStore = (
  drafts: Map<string, Draft>,
  {
    tab = "tab",
    whileListing,
    whilePutting,
  }: {
    readonly tab?: string
    readonly whileListing?: () => Promise<void> | undefined
    readonly whilePutting?: (draft: Draft) => Promise<void> | void
  } = {},
): DraftStore => {
  const remove = (of: DraftPlace, versions: ReadonlyArray<DraftVersion>) => {
    for (const { page, savedAt } of versions) {
      const key = formatDraftKey({ ...of, page: page === "" ? undefined : page })
      if ((drafts.get(key)?.savedAt ?? Infinity) <= savedAt) drafts.delete(key)
    }
  }
  return {
    tab,
    makePageName: () => `page-${++pageCount}`,
    list: async (of) => {
      await whileListing?.()
      return [...drafts.values()].filter((draft) => formatPlaceKey(draft) === formatPlaceKey(of))
    },
    put: async (draft, replaced) => {
      await whilePutting?.(draft)
      // As the browser's store does, which keeps copies.
      drafts.set(formatDraftKey(draft), structuredClone(draft))
      remove(draft, replaced)
    },
    remove: async (of, versions) => remove(of, versions),
    watch: () => () => {},
  }
}

/** The drafts of a browser, and the name of the tab of the page. */
interface Browser {
  readonly drafts?: Map<string, Draft>
  readonly tab?: string
}

export const makeWorld = (
  setting: Partial<SessionSetting> = {},
  texts: KeyedTexts = makeTexts(),
  { drafts = new Map<string, Draft>(), tab = "tab" }: Browser = {},
) => {
  const sent: Array<{ readonly claim: string; readonly action: WorkAction } & WorkDone> = []
  const events: Array<SessionEvent> = []
  const waiting: Array<Work> = [claim("a", "v1"), claim("b", null)]
  const world = {
    drafts,
    sent,
    events,
    waiting,
    /** The error of the next call. */
    failure: undefined as Error | undefined,
    /** What happens while an action is sent. */
    whileSending: undefined as (() => Promise<void> | void) | undefined,
    renewed: 0,
    dataset: {
      task_type: "vector",
      task_attributes: {},
      enable_ratings: true,
      ...setting.dataset,
    } as JsonObject,
    /** Why claims end. */
    loss: "expired" as Loss | undefined,
    /** What happens while a sample is claimed again. */
    whileClaimingAgain: undefined as (() => Promise<void>) | undefined,
    /** What happens while a draft is read. */
    whileFinding: undefined as (() => Promise<void>) | undefined,
    /** What happens while a draft is stored. */
    whileKeeping: undefined as ((draft: Draft) => Promise<void> | void) | undefined,
    /** What happens while work is taken back. */
    whileUndoing: undefined as (() => Promise<void> | void) | undefined,
    /** Whether people may claim no more, such as those whose number of claims is reached. */
    isFull: false,
    /** Whether the server offers to take work back. */
    isUndoable: true,
    /** The result that answers have, as on gold samples. */
    gold: undefined as GoldResult | undefined,
    /** The claims that were taken back. */
    undone: [] as Array<string>,
    texts,
  }
  const session = new QueueSession(
    {
      user: "jane",
      family: { sequence: false, bitmap: false },
      queue: "reviewing",
      ...setting,
      dataset: world.dataset,
    },
    {
      claim: async () => waiting[0],
      renew: async () => {
        if (world.failure !== undefined) throw world.failure
        world.renewed += 1
        return Date.now() + defaultLeaseSeconds * 1000
      },
      claimAgain: async ({ sample }) => {
        await world.whileClaimingAgain?.()
        return waiting.find((work) => work.sample.uuid === sample.uuid) ?? "taken"
      },
      findLoss: async () => world.loss,
      readDataset: async () => world.dataset,
      finish: async (id, action, done) => {
        await world.whileSending?.()
        if (world.failure !== undefined) throw world.failure
        sent.push({ claim: id, action, ...done })
        if (action !== "save") waiting.shift()
        const label = { version: "v2", label_status: "LABELED", rating: done.rating ?? null }
        return { label, isUndoable: world.isUndoable, gold: world.gold }
      },
      undo: async (id) => {
        await world.whileUndoing?.()
        if (world.failure !== undefined) throw world.failure
        world.undone.push(id)
        if (world.isFull) return undefined
        const again = claim(id.replace("c-", ""), "v3")
        waiting.unshift(again)
        return again
      },
      openMasks: () => {
        throw new Error("There is no bitmap.")
      },
      loadPoints,
      storeBitmap: async () => "",
      drafts: makeDraftStore(drafts, {
        tab,
        whileListing: () => world.whileFinding?.(),
        whilePutting: (draft) => world.whileKeeping?.(draft),
      }),
      workTimes: makeWorkTimesStore(() => world.texts),
      now: () => Date.now(),
      report: (event) => {
        events.push(event)
      },
    },
  )
  return { session, world }
}
export const working = (session: QueueSession): Working => {
  const phase = session.state
  if (phase.kind !== "working") throw new Error(phase.kind)
  return phase
}
export const edit = (session: QueueSession, at: readonly [number, number] = [5, 5]) => {
  const { editor } = working(session)
  editor.choose("point")
  editor.point({ kind: "press", at, adds: false, deletes: false }, 1)
}
