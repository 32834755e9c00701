/** The paths that tell whoever watches the service how it is. */
export const HEALTH_PATHS = { lives: '/healthz', isReady: '/readyz' } as const;
