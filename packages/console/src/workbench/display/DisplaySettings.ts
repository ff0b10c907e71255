/** The settings of how images and objects are drawn. They change no label. */
import { PersonalStore } from "./PersonalStore.ts"

export interface DisplaySettings {
  /** The objects whose names are drawn beside them. */
  readonly names: NameChoice
  /** The opacity of the areas of objects, from 0 to 1. */
  readonly fill: number
  /** The width of outlines, in pixels of the screen. */
  readonly outline: number
  /** Factors of the image: 1 leaves it as it is. */
  readonly brightness: number
  readonly contrast: number
  readonly gamma: number
  /** Lines through the pointer, while a tool draws. */
  readonly crosshair: boolean
  readonly grid: boolean
}

export const nameChoices = ["off", "selected", "all"] as const
export type NameChoice = (typeof nameChoices)[number]

/** The least and the most of each number, with the step of its slider. */
export const displayLimits = {
  fill: { min: 0, max: 1, step: 0.05 },
  outline: { min: 0.75, max: 6, step: 0.25 },
  brightness: { min: 0.2, max: 3, step: 0.1 },
  contrast: { min: 0.2, max: 3, step: 0.1 },
  gamma: { min: 0.2, max: 4, step: 0.1 },
} as const

export type DisplayNumber = keyof typeof displayLimits

// Object.keys gives up the type of the keys.
export const displayNumbers = Object.keys(displayLimits) as ReadonlyArray<DisplayNumber>

export const defaultDisplay: DisplaySettings = {
  names: "off",
  fill: 0,
  outline: 1.75,
  brightness: 1,
  contrast: 1,
  gamma: 1,
  crosshair: false,
  grid: false,
}

/** Reads what was stored: what cannot be read is as it is at first. */
export const readDisplay = (text: string | null): DisplaySettings => {
  try {
    const value: unknown = JSON.parse(text ?? "null")
    if (typeof value !== "object" || value === null) return defaultDisplay
    const stored: { readonly [key: string]: unknown } = { ...value }
    const numbers = displayNumbers.map((name) => {
      const number = stored[name]
      return [name, typeof number === "number" ? limitNumber(name, number) : defaultDisplay[name]] as const
    })
    return {
      ...defaultDisplay,
      ...Object.fromEntries(numbers),
      names: nameChoices.find((choice) => choice === stored.names) ?? defaultDisplay.names,
      crosshair: stored.crosshair === true,
      grid: stored.grid === true,
    }
  } catch {
    return defaultDisplay
  }
}

const limitNumber = (name: DisplayNumber, value: number): number => {
  const { max, min } = displayLimits[name]
  // Steps add up to numbers such as 0.30000000000000004.
  return Math.round(Math.min(Math.max(value, min), max) * 100) / 100
}

class DisplayStore extends PersonalStore<DisplaySettings> {
  constructor() {
    super("annotary.display", readDisplay)
  }

  /** Shows the names of more objects, and after all of them none. */
  showNextNames(): void {
    const index = nameChoices.indexOf(this.state.names)
    this.update({ names: nameChoices[(index + 1) % nameChoices.length] ?? "off" })
  }
}

export const displayStore = new DisplayStore()
