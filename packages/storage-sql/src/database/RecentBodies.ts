/**
 * The long bodies of labels that this process has written or read for a write last. The next write of a label then reads the id of the
 * body alone: a body never changes, and a version that was rolled back leaves no id.
 */
import type { DatasetId, JsonText, Label, LabelsetId, SampleId } from "@annotary/core/effect"

export interface RecentBody {
  readonly dataset: DatasetId
  /** The id of the body in its dataset. */
  readonly content: string
  readonly attributes: JsonText
}

/** Shorter bodies are read with the rest of their row. */
const minCharacters = 16 * 1024
const maxCharacters = 2 * 1024 * 1024

export class RecentBodies {
  /** By label, the least recent first. */
  private readonly bodies = new Map<string, RecentBody>()
  private characters = 0

  find(sample: SampleId, labelset: LabelsetId): RecentBody | undefined {
    return this.bodies.get(formatKey(sample, labelset))
  }

  /** Replaces the body of the label. `content`: the id of its body. */
  keep({ attributes, datasetId, labelsetId, sampleId }: Label, content: string): void {
    this.forget(formatKey(sampleId, labelsetId))
    if (attributes === null || attributes.length < minCharacters || attributes.length > maxCharacters) return
    this.bodies.set(formatKey(sampleId, labelsetId), { dataset: datasetId, content, attributes })
    this.characters += attributes.length
    for (const key of this.bodies.keys()) {
      if (this.characters <= maxCharacters) return
      this.forget(key)
    }
  }

  private forget(key: string): void {
    this.characters -= this.bodies.get(key)?.attributes.length ?? 0
    this.bodies.delete(key)
  }
}

const formatKey = (sample: SampleId, labelset: LabelsetId): string => `${sample} ${labelset}`
