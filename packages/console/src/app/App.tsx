/** The root component: theme, cache, router and notifications. */
import { MantineProvider } from "@mantine/core"
import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { lazy, StrictMode, Suspense } from "react"
import { nonce } from "../api/base.ts"
import { makeQueryClient } from "./queryClient.ts"
import { makeRouter } from "./router.ts"
import { theme } from "./theme.ts"

/** Nothing is reported before the first page is there. */
const Notifications = lazy(() => import("./Notifications.tsx"))

const queryClient = makeQueryClient()
const router = makeRouter(queryClient)

export const App = () => (
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={nonce}>
      <QueryClientProvider client={queryClient}>
        <Suspense>
          <Notifications />
        </Suspense>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>
)
