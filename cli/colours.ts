/** Whether to write in colours: as the library says, which takes any FORCE_COLOR for a yes. */
export function wantsColours(env: NodeJS.ProcessEnv, isSupported: boolean): boolean {
  return isSupported && !/^(0|false)$/.test(env['FORCE_COLOR'] ?? '');
}
