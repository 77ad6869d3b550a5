/** Parts of the bundle. Each call evaluates one anew, so that virtual users hold only what they need (ADR 26). */
declare module '#part/outside-load' {
  export default function part(): typeof import('./outside-load.ts');
}
declare module '#part/comparison/ask-in-turns' {
  export default function part(): typeof import('./comparison/ask-in-turns.ts');
}
declare module '#part/load/draw-requests' {
  export default function part(): typeof import('./load/draw-requests.ts');
}
declare module '#part/load/judging' {
  export default function part(): typeof import('./load/judging.ts');
}
