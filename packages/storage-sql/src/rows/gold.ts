/** Rows of gold samples. */
import type { GoldAnswer, GoldLabel, GoldPerson } from "@annotary/core/effect"
import { flag, nullable, number, table, text } from "./columns.ts"

export const goldLabels = table<GoldLabel>({
  datasetId: text("dataset_id"),
  sampleId: text("sample_id"),
  attributes: text("attributes"),
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
})

export const goldPeople = table<GoldPerson>({
  datasetId: text("dataset_id"),
  user: text("username"),
  rate: number("rate"),
  countdown: number("countdown"),
  pivot: number("pivot"),
  answers: number("answers"),
  passed: number("passed"),
})
