/** Provides what every component of an application needs: words, theme, cache and API. */
import { Loader, type MantineColorSchemeManager, MantineProvider, mergeThemeOverrides } from "@mantine/core"
import { MutationCache, QueryCache, QueryClientProvider } from "@tanstack/react-query"
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react"
import { I18nextProvider } from "react-i18next"
import { makeQueryClient } from "../app/queryClient.ts"
import { SurroundingsContext } from "../app/Surroundings.ts"
import { theme } from "../app/theme.ts"
import { choosePreferredLanguage } from "../words/i18n.ts"
import { makeEmbeddedApi } from "./adapter.ts"
import { toFailure } from "./failure.ts"
import type { Frame } from "./shadow.ts"
import { rootClass } from "./styles.ts"
import type { EmbedOptions, FailureEvent } from "./types.ts"
import { makeWords } from "./words.ts"

interface EmbeddedProps {
  readonly frame: Frame
  readonly options: EmbedOptions & { readonly onError?: ((event: FailureEvent) => void) | undefined }
  readonly children: ReactNode
}

/** A new address begins everything anew: what was read from one API says nothing about another. */
export const Embedded = (props: EmbeddedProps) => <Connected key={props.options.baseUrl ?? ""} {...props} />

const Connected = ({ children, frame, options }: EmbeddedProps) => {
  const { baseUrl, colorScheme = "auto", language } = options
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const surroundings = useMemo(
    () => ({
      api: makeEmbeddedApi(baseUrl, () => latest.current),
      server: new URL(baseUrl ?? "/", location.href).origin,
      embedded: true,
    }),
    [baseUrl],
  )
  const [client] = useState(() => {
    const reportError = (error: Error) => latest.current.onError?.(toFailure(error))
    return makeQueryClient({
      queryCache: new QueryCache({ onError: reportError }),
      mutationCache: new MutationCache({ onError: reportError }),
    })
  })
  const [words] = useState(() => makeWords(language))
  useEffect(() => {
    const chosenLanguage = language ?? choosePreferredLanguage(null, navigator.languages)
    frame.root.lang = chosenLanguage
    words.changeLanguage(chosenLanguage)
  }, [words, language, frame])
  return (
    <I18nextProvider i18n={words}>
      <MantineProvider
        theme={makeTheme(frame)}
        defaultColorScheme="auto"
        {...(colorScheme === "auto" ? {} : { forceColorScheme: colorScheme })}
        colorSchemeManager={schemeOfOptions}
        cssVariablesSelector={`.${rootClass}`}
        getRootElement={() => frame.root}
        // Both would insert style elements, which the policy of the page may forbid.
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <QueryClientProvider client={client}>
          <SurroundingsContext value={surroundings}>
            <Suspense fallback={<Loader size="sm" m="lg" />}>{children}</Suspense>
          </SurroundingsContext>
        </QueryClientProvider>
      </MantineProvider>
    </I18nextProvider>
  )
}

/** The options say the scheme; nothing is kept in the storage of the application. */
const schemeOfOptions: MantineColorSchemeManager = {
  get: (scheme) => scheme,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
}

/** Layers stay in the shadow tree. The lock of scrolling would insert a style into the application's document. */
const makeTheme = ({ layers }: Frame) =>
  mergeThemeOverrides(theme, {
    components: {
      Portal: { defaultProps: { target: layers } },
      Modal: { defaultProps: { ...theme.components?.Modal?.defaultProps, lockScroll: false } },
      Drawer: { defaultProps: { lockScroll: false } },
      DrawerRoot: { defaultProps: { lockScroll: false } },
      ModalRoot: { defaultProps: { lockScroll: false } },
    },
  })
