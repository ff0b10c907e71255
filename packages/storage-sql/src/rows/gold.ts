/** Rows of gold samples. */
import type { GoldAnswer, GoldLabel, GoldTurn } from "@annotary/core/effect"
import { flag, nullable, number, table, text } from "./columns.ts"

export const goldLabels = table<GoldLabel>({
  datasetId: text("dataset_id"),
  sampleId: text("sample_id"),
  attributes: text("attributes"),
  version: text("version"),
  configVersion: number("config_version"),
  createdAt: text("created_at"),
  createdBy: text("created_by"),
  draw: number("draw"),
})

export const goldAnswers = table<GoldAnswer>({
  datasetId: text("dataset_id"),
  sampleId: text("sample_id"),
  user: text("username"),
  score: nullable(number("score")),
  passed: nullable(flag("passed")),
  at: text("at"),
  outdated: flag("outdated"),
  counted: flag("counted"),
})

export const goldTurns = table<GoldTurn>({
  datasetId: text("dataset_id"),
  user: text("username"),
  rate: number("rate"),
  countdown: number("countdown"),
  pivot: number("pivot"),
})

/** The row of a turn. Servers from before migration 63 count answers in its other columns. */
export const encodeTurn = (turn: GoldTurn) => ({ ...goldTurns.encode(turn), answers: 0, passed: 0 })
