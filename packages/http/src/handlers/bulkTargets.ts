/** The samples that the body of a bulk call names. */
import { type BulkMatches, type BulkTarget, SampleId } from "@annotary/core/effect"
import { Schema } from "effect"
import type { BulkRemoval, BulkSamples } from "../api/payloads/sample.ts"
import { toConditions } from "../api/sampleFilters.ts"

export const isSampleId = Schema.is(SampleId)

export const toBulkTarget = ({ uuids, ...matches }: BulkSamples): BulkTarget =>
  uuids === undefined ? toBulkMatches(matches) : { uuids: uuids.filter(isSampleId) }

export const toBulkMatches = ({ cursor, filters }: typeof BulkRemoval.Type): BulkMatches =>
  cursor === undefined ? { filter: toConditions(filters ?? {}) } : { cursor }
