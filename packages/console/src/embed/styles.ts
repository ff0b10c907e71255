/**
 * The style sheet of the components, for the shadow tree that they live in. A constructed sheet needs no permission of the page's
 * policy.
 */
import "../app/styles.ts"
import "../app/pageStyles.ts"
import "./embed.css"
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from "@mantine/core"
import { theme } from "../app/theme.ts"

/** The build puts the text of all style sheets here. */
const text = "__ANNOTARY_STYLES__"

/** The class of the element that everything is in. It stands for `:root` in the style sheets. */
export const rootClass = "annotary-root"

let sheet: CSSStyleSheet | undefined

/** Made once for all components of a page. */
export const makeStyleSheet = (): CSSStyleSheet => {
  if (sheet !== undefined) return sheet
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const variables = convertCssVariables(defaultCssVariablesResolver(merged), `.${rootClass}`)
  sheet = new CSSStyleSheet()
  // Order counts: the tokens of embed.css overwrite variables by a more specific selector.
  sheet.replaceSync(`${variables}\n${text}`)
  return sheet
}
